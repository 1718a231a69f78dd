/* Converts a language model: `convert in out` writes ARPA text when `out` ends in .arpa, else the compact binary format. */
#include <string.h>
#include <sphinxbase/ngram_model.h>

int main(int argc, char **argv) {
    ngram_model_t *model;
    const char *ending;
    if (argc != 3) return 2;
    ending = strrchr(argv[2], '.');
    model = ngram_model_read(NULL, argv[1], NGRAM_AUTO, logmath_init(1.0001, 0, 0));
    return !model || ngram_model_write(model, argv[2], ending && !strcmp(ending, ".arpa") ? NGRAM_ARPA : NGRAM_BIN) != 0;
}

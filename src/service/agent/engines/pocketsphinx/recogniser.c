/* What the JavaScript side calls: one decoder, several language models by name, one utterance at a time. */
#include <string.h>
#include <pocketsphinx.h>
#include <sphinxbase/err.h>
#include <sphinxbase/cmn.h>
#include <sphinxbase/fe.h>
#include <sphinxbase/feat.h>
#include <sphinxbase/ngram_model.h>

static cmd_ln_t *config;
static ps_decoder_t *decoder;
static ngram_model_t *general;
static mfcc_t *first_mean;

/* Loads the acoustic model and the dictionary. 0, or -1 when a file is missing or broken. */
int recogniser_open(const char *hmm, const char *dict) {
    err_set_logfp(NULL); /* the decoder would log what it hears */
    config = cmd_ln_init(NULL, ps_args(), TRUE, "-hmm", hmm, "-dict", dict, "-mmap", "no", NULL);
    if (!config) return -1;
    /* The caller has cut the speech out already. */
    cmd_ln_set_boolean_r(config, "-remove_silence", FALSE);
    decoder = ps_init(config);
    if (!decoder) return -1;
    cmn_t *cmn = ps_get_feat(decoder)->cmn_struct;
    first_mean = ckd_malloc(cmn->veclen * sizeof(*first_mean));
    memcpy(first_mean, cmn->cmn_mean, cmn->veclen * sizeof(*first_mean));
    return 0;
}

/* Loads the general language model that the others are mixed with. */
int recogniser_open_general(const char *path) {
    general = ngram_model_read(config, path, NGRAM_AUTO, ps_get_logmath(decoder));
    return general ? 0 : -1;
}

int recogniser_knows(const char *word) {
    char *phones = ps_lookup_word(decoder, word);
    int known = phones != NULL;
    ckd_free(phones);
    return known;
}

int recogniser_add_word(const char *word, const char *phones) {
    return ps_add_word(decoder, word, phones, FALSE) < 0 ? -1 : 0;
}

/* Compiles an ARPA file under a name; `share` of the probability is its own, the rest the general model's. */
int recogniser_add_language(const char *name, const char *path, double share) {
    int status;
    ngram_model_t *lm = ngram_model_read(config, path, NGRAM_ARPA, ps_get_logmath(decoder));
    if (!lm) return -1;
    if (general && share < 1.0) {
        ngram_model_t *models[2] = { lm, general };
        char *names[2] = { "domain", "general" };
        float32 weights[2] = { (float32)share, (float32)(1.0 - share) };
        ngram_model_t *mixed = ngram_model_set_init(config, models, names, weights, 2);
        ngram_model_free(lm);
        if (!mixed) return -1;
        lm = mixed;
    }
    status = ps_set_lm(decoder, name, lm);
    ngram_model_free(lm);
    return status < 0 ? -1 : 0;
}

int recogniser_use_language(const char *name) {
    return ps_set_search(decoder, name) < 0 ? -1 : 0;
}

/* A language in use must be replaced by another with recogniser_use_language first. */
int recogniser_drop_language(const char *name) {
    return ps_unset_search(decoder, name) < 0 ? -1 : 0;
}

/* How many frames (10 ms) of an average microphone are mixed into the one heard. */
#define PRIOR_FRAMES 30

/*
 * Begins an utterance. The cepstral mean, the colour of voice and microphone, is taken from its opening alone: the last
 * utterance may have been another person's. The samples given here are written again by the caller.
 */
int recogniser_begin(const int16 *opening, int count) {
    fe_t *fe = ps_get_fe(decoder);
    cmn_t *cmn = ps_get_feat(decoder)->cmn_struct;
    mfcc_t **frames;
    int32 found = 0, i, j;
    size_t left = count;
    mfcc_t *mean = ckd_malloc(cmn->veclen * sizeof(*mean));

    for (j = 0; j < cmn->veclen; j++) mean[j] = first_mean[j] * PRIOR_FRAMES;
    fe_start_stream(fe);
    fe_start_utt(fe);
    fe_process_frames(fe, NULL, &left, NULL, &found, NULL);
    frames = ckd_calloc_2d(found + 1, fe_get_output_size(fe), sizeof(**frames));
    fe_process_frames(fe, &opening, &left, frames, &found, NULL);
    for (i = 0; i < found; i++)
        for (j = 0; j < cmn->veclen; j++) mean[j] += frames[i][j];
    for (j = 0; j < cmn->veclen; j++) mean[j] /= PRIOR_FRAMES + found;
    {
        mfcc_t *last = ckd_malloc(fe_get_output_size(fe) * sizeof(*last));
        int32 more;
        fe_end_utt(fe, last, &more);
        ckd_free(last);
    }
    cmn_live_set(cmn, mean);
    ckd_free(mean);
    ckd_free_2d(frames);

    ps_start_stream(decoder);
    return ps_start_utt(decoder);
}

int recogniser_write(const int16 *samples, int count) {
    return ps_process_raw(decoder, samples, count, FALSE, FALSE);
}

/* The words heard, or NULL. Lives until the next utterance. */
const char *recogniser_end(void) {
    int32 score;
    if (ps_end_utt(decoder) < 0) return NULL;
    return ps_get_hyp(decoder, &score);
}

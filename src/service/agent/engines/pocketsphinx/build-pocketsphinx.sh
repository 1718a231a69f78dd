#!/bin/sh
# Rebuilds everything here that is not source, from the upstream archives that Debian 12 keeps: the engine, the
# acoustic model, the dictionary and the pruned general language model.
# Needs: deb-src entries in the package sources, and apt-get install emscripten gcc python3
# Usage: build-pocketsphinx.sh   (writes beside itself; git diff SHA256SUMS tells whether anything came out otherwise)
set -eu

here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

# SOURCES may name a folder that holds the two .orig.tar.gz already.
if [ -n "${SOURCES:-}" ]; then
  cp "$SOURCES"/pocketsphinx_0.8+5prealpha+1.orig.tar.gz "$SOURCES"/sphinxbase_0.8+5prealpha+1.orig.tar.gz .
else
  apt-get source --download-only pocketsphinx=0.8+5prealpha+1-15 sphinxbase=0.8+5prealpha+1-16
fi

# The upstream archives only: Debian's own patches carry another licence and none is needed.
sha256sum -c "$here/SOURCES.sha256"
for name in pocketsphinx sphinxbase; do
  mkdir $name
  tar xzf "${name}_0.8+5prealpha+1.orig.tar.gz" -C $name --strip-components=1
done

mkdir include
for header in config.h sphinx_config.h; do
  sed -e 's/#define SIZEOF_LONG 8/#define SIZEOF_LONG 4/' -e '/ENABLE_THREADS/d' sphinxbase/include/android/$header > include/$header
done

NODE_PATH=${NODE_PATH:-/usr/share/nodejs} emcc -O3 -w -DHAVE_CONFIG_H \
  -I include -I sphinxbase/include -I sphinxbase/src/libsphinxbase/fe -I sphinxbase/src/libsphinxbase/lm \
  -I pocketsphinx/include -I pocketsphinx/src/libpocketsphinx \
  sphinxbase/src/libsphinxbase/util/*.c sphinxbase/src/libsphinxbase/fe/*.c sphinxbase/src/libsphinxbase/feat/*.c \
  sphinxbase/src/libsphinxbase/lm/*.c pocketsphinx/src/libpocketsphinx/*.c "$here/recogniser.c" \
  -o "$here/pocketsphinx.cjs" \
  -s MODULARIZE=1 -s EXPORT_NAME=createPocketSphinx -s ENVIRONMENT=node -s ALLOW_MEMORY_GROWTH=1 -s FORCE_FILESYSTEM=1 \
  -s NODEJS_CATCH_EXIT=0 -s NODEJS_CATCH_REJECTION=0 -s EXIT_RUNTIME=0 \
  -s EXPORTED_RUNTIME_METHODS=ccall,FS,HEAP16,UTF8ToString \
  -s EXPORTED_FUNCTIONS=_malloc,_free,_recogniser_open,_recogniser_open_general,_recogniser_knows,_recogniser_add_word,_recogniser_add_language,_recogniser_use_language,_recogniser_drop_language,_recogniser_begin,_recogniser_write,_recogniser_end

model=pocketsphinx/model/en-us
mkdir -p "$here/model"
cp -R $model/en-us "$here/model/"
cp $model/cmudict-en-us.dict "$here/model/"

# The general language model has 72,547 words and 27 MB: cut to 12,000 and under 6 MB. Upstream's writer counts six
# bigrams more than it finds and stops there; the count of what it found is as good.
base=sphinxbase/src/libsphinxbase
sed -i 's/assert(raw_ngram_idx == base->n_counts\[i - 1\]);/base->n_counts[i - 1] = raw_ngram_idx;/' $base/lm/ngram_model_trie.c
mkdir native
for header in config.h sphinx_config.h; do sed '/ENABLE_THREADS/d' sphinxbase/include/android/$header > native/$header; done
gcc -O2 -w -DHAVE_CONFIG_H -I native -I sphinxbase/include -I $base/fe -I $base/lm \
  $base/util/*.c $base/fe/*.c $base/feat/*.c $base/lm/*.c "$here/convert-language-model.c" -lm -o convert
./convert $model/en-us.lm.bin general.arpa 2> /dev/null
python3 "$here/prune-language-model.py" general.arpa pruned.arpa 12000 420000 300000
./convert pruned.arpa "$here/model/general.lm.bin" 2> /dev/null

cd "$here"
sha256sum pocketsphinx.cjs pocketsphinx.wasm model/*.* model/en-us/* > SHA256SUMS

/**
 * The models that one command brings, as data. Addresses are the publishers' own. Where their checksums
 * come from: sherpa-onnx's archives have a `checksum.txt` beside them, and each value here is pinned alike
 * by at least two unrelated public projects; Vosk's are the sizes and MD5 of its publisher's list. Null
 * means: not known here, so what comes first is pinned. None was fetched from its publisher in the making
 * of Palkit, whose workplace cannot reach them; `tried` says what was run of the same model otherwise.
 */
import type { Model, Source } from './model.ts';

/**
 * Small models of Vosk's: language, archive, bytes, MD5, what they are; a licence where it is not
 * Apache-2.0.
 */
const VOSK: readonly (readonly [string, string, number, string, string, string?])[] = [
  ['en', 'en-us-0.15', 41_205_931, '09ab50ccd62b674cbaa231b825f9c1cb', 'American English.'],
  ['de', 'de-0.15', 46_499_967, '4f21f92c0897b48287ef8839420608eb', 'German.'],
  ['fr', 'fr-0.22', 42_233_323, '8873b1234503f6edd55f54bfff31cf3e', 'French.'],
  ['es', 'es-0.42', 39_817_833, '2d5c94f9859a84881a0ef744738ebd31', 'Spanish.'],
  ['it', 'it-0.22', 49_665_141, 'fbd8f9c72cbb8c3dfa3e4581bd3585f4', 'Italian.'],
  ['pt', 'pt-0.3', 32_453_112, '458c69371c5a0b9ab6ee8fa417bf89da', 'Portuguese.'],
  ['nl', 'nl-0.22', 40_441_176, '4582e1f20d6849099da08511f9797017', 'Dutch.'],
  ['ca', 'ca-0.4', 43_405_881, '5dc7901815fef3dc8b784b31f309385c', 'Catalan.'],
  ['pl', 'pl-0.22', 52_979_372, '91cbbd6231320467da672be31827b6ac', 'Polish.'],
  ['ru', 'ru-0.22', 46_236_750, 'd1759dc83eb8fd87850129afbd9f4b7b', 'Russian.'],
  ['uk', 'uk-v3-small', 143_914_407, '3188e41b4a38369d8b9527d0149616ab', 'Ukrainian.'],
  ['sv', 'sv-rhasspy-0.15', 303_504_931, '5ae431c65fe8636692118792daa22ecc', 'Swedish.', 'MIT'],
  ['tr', 'tr-0.3', 36_855_784, '198511631860597639a0ebf779263fcf', 'Turkish.'],
  ['fa', 'fa-0.42', 53_431_220, 'cc2b18af256ffab2c44055f6a02ecb3d', 'Persian.'],
  ['hi', 'hi-0.22', 44_458_845, '80f1265262c9a8a515f2707498e1b485', 'Hindi.'],
  ['ja', 'ja-0.22', 49_704_573, '0e3163dd62dfb0d823353718ac3cbf79', 'Japanese.'],
  ['ko', 'ko-0.22', 86_914_329, 'fa8029a173787a159e0e72fe6135f890', 'Korean.'],
  ['zh', 'cn-0.22', 43_898_754, 'd1a8e82933dcc7632667c036b0bb3dbb', 'Chinese.'],
  ['vi', 'vn-0.4', 33_656_337, 'b31b474a1ef75488c5fa575f8e2a1269', 'Vietnamese.'],
];
/** The one of Vosk's whose SHA-256 others have published. */
const VOSK_SHA256: Readonly<Record<string, string>> = {
  'en-us-0.15': '30f26242c4eb449f948e42cb302dd7a686cb29a3423a8367f99ff41780942498',
};

/** Those whose licence stands in the copy of the publisher's list that was read, of 2022; the others are newer. */
const LISTED = ['en', 'de', 'pt', 'ca', 'ru', 'uk', 'sv', 'tr'];
const UNREAD = 'Apache-2.0 as those before it (its own entry was not read)';

function vosk([language, archive, bytes, md5, says, licence]: (typeof VOSK)[number]): Model {
  const address = `https://alphacephei.com/vosk/models/vosk-model-small-${archive}.zip`;
  return {
    name: `vosk-${language}`,
    for: 'speech_to_text',
    family: 'vosk',
    languages: [language],
    says,
    licence: licence ?? (LISTED.includes(language) ? 'Apache-2.0' : UNREAD),
    parts: { am: 'am', conf: 'conf' },
    tried: null,
    sources: [{ address, sha256: VOSK_SHA256[archive] ?? null, md5, bytes, packed: 'zip' }],
  };
}

const sherpa = (
  kind: 'asr-models' | 'tts-models',
  archive: string,
  bytes: number | null,
  sha256: string | null,
): readonly Source[] => [
  {
    address: `https://github.com/k2-fsa/sherpa-onnx/releases/download/${kind}/${archive}.tar.bz2`,
    sha256,
    bytes,
    packed: 'tar.bz2',
  },
];

/** Voices of Piper's and Kokoro's kind read their text with espeak-ng, whose data are in the archive. */
const WITH_ESPEAK = 'its folder espeak-ng-data GPL-3.0-or-later';

const piper = (
  name: string,
  language: string,
  voice: string,
  bytes: number | null,
  sha256: string | null,
  licence: string,
  says: string,
  tried: string | null = null,
): Model => ({
  name,
  for: 'text_to_speech',
  family: 'piper',
  languages: [language],
  licence: `${licence}; ${WITH_ESPEAK}`,
  says,
  parts: { model: `${voice}.onnx`, tokens: 'tokens.txt', data: 'espeak-ng-data' },
  sources: sherpa('tts-models', `vits-piper-${voice}`, bytes, sha256),
  tried,
});

export const MODELS: readonly Model[] = [
  {
    name: 'moonshine-en',
    for: 'speech_to_text',
    family: 'moonshine',
    languages: ['en'],
    licence: 'MIT',
    says: 'Moonshine tiny, int8: short sentences, fast.',
    parts: {
      preprocessor: 'preprocess.onnx',
      encoder: 'encode.int8.onnx',
      uncached_decoder: 'uncached_decode.int8.onnx',
      cached_decoder: 'cached_decode.int8.onnx',
      tokens: 'tokens.txt',
    },
    sources: sherpa(
      'asr-models',
      'sherpa-onnx-moonshine-tiny-en-int8',
      107_600_538,
      'd5fe6ec4334fef36255b2a4010412cad4c007e33103fec62fb5d17cad88086f2',
    ),
    tried: null,
  },
  {
    name: 'whisper-en',
    for: 'speech_to_text',
    family: 'whisper',
    languages: ['en'],
    licence: 'MIT',
    says: 'Whisper base.en, int8: the surest English here, and slower.',
    parts: {
      encoder: 'base.en-encoder.int8.onnx',
      decoder: 'base.en-decoder.int8.onnx',
      tokens: 'base.en-tokens.txt',
    },
    sources: sherpa(
      'asr-models',
      'sherpa-onnx-whisper-base.en',
      208_576_005,
      '475bc7052ce299c007f6d5d5407ba8601f819a2867f6eecee510ed17df581542',
    ),
    tried: null,
  },
  {
    name: 'whisper-tiny-en',
    for: 'speech_to_text',
    family: 'whisper',
    languages: ['en'],
    licence: 'MIT',
    says: 'Whisper tiny.en, int8: smaller than whisper-en.',
    parts: {
      encoder: 'tiny.en-encoder.int8.onnx',
      decoder: 'tiny.en-decoder.int8.onnx',
      tokens: 'tiny.en-tokens.txt',
    },
    sources: sherpa(
      'asr-models',
      'sherpa-onnx-whisper-tiny.en',
      118_071_777,
      '2bd6cf965c8bb3e068ef9fa2191387ee63a9dfa2a4e37582a8109641c20005dd',
    ),
    tried: null,
  },
  {
    name: 'zipformer-en',
    for: 'speech_to_text',
    family: 'streaming_transducer',
    languages: ['en'],
    licence: 'Apache-2.0',
    says: 'A streaming Zipformer of 20 million weights: reads while it is spoken.',
    parts: {
      encoder: 'encoder-epoch-99-avg-1.int8.onnx',
      decoder: 'decoder-epoch-99-avg-1.onnx',
      joiner: 'joiner-epoch-99-avg-1.int8.onnx',
      tokens: 'tokens.txt',
    },
    sources: sherpa(
      'asr-models',
      'sherpa-onnx-streaming-zipformer-en-20M-2023-02-17',
      127_887_156,
      '9c559283e8498d3fe95913c79ca1cb454bb26281ac2b102b41306c7d752765d9',
    ),
    tried: null,
  },
  {
    name: 'parakeet',
    for: 'speech_to_text',
    family: 'transducer',
    licence: 'CC-BY-4.0',
    says:
      'NVIDIA Parakeet TDT 0.6B v3, int8: 25 languages of Europe, and tells by itself which is ' +
      'spoken. Large: think of 1.5 GB of memory.',
    languages: [
      'en',
      'bg',
      'hr',
      'cs',
      'da',
      'nl',
      'et',
      'fi',
      'fr',
      'de',
      'el',
      'hu',
      'it',
      'lv',
      'lt',
      'mt',
      'pl',
      'pt',
      'ro',
      'sk',
      'sl',
      'es',
      'sv',
      'ru',
      'uk',
    ],
    parts: {
      encoder: 'encoder.int8.onnx',
      decoder: 'decoder.int8.onnx',
      joiner: 'joiner.int8.onnx',
      tokens: 'tokens.txt',
    },
    sources: sherpa(
      'asr-models',
      'sherpa-onnx-nemo-parakeet-tdt-0.6b-v3-int8',
      487_170_055,
      '5793d0fd397c5778d2cf2126994d58e9d56b1be7c04d13c7a15bb1b4eafb16bf',
    ),
    tried: null,
  },
  ...VOSK.map(vosk),
  {
    name: 'kokoro-en',
    for: 'text_to_speech',
    family: 'kokoro',
    languages: ['en'],
    licence: `Apache-2.0; ${WITH_ESPEAK}`,
    says: 'Kokoro 82M, int8, eleven speakers: the most natural here, and the slowest.',
    parts: { model: 'model.int8.onnx', voices: 'voices.bin', tokens: 'tokens.txt', data: 'espeak-ng-data' },
    speakers: { slt: 3, rms: 6, awb: 10 },
    sources: sherpa(
      'tts-models',
      'kokoro-int8-en-v0_19',
      103_248_205,
      'c9f0dd393615805b0bab050c340834d5e684e732aec91c0e860cd30e982c08bd',
    ),
    tried: null,
  },
  piper(
    'piper-en',
    'en',
    'en_US-ljspeech-medium',
    67_169_893,
    null,
    'public domain (LJ Speech)',
    'An American woman, real time on one core.',
  ),
  piper(
    'piper-en-gb',
    'en',
    'en_GB-alba-medium',
    null,
    null,
    'CC-BY-4.0 (University of Edinburgh, alba)',
    'A Scottish woman.',
  ),
  piper(
    'piper-de',
    'de',
    'de_DE-thorsten-medium',
    67_214_254,
    '50487d9c95fdf2191f31d2588569381063ba1591dcd4c7d4bdd30f12b2191714',
    'CC0-1.0 (Thorsten-Voice)',
    'A German man.',
  ),
  piper('piper-fr', 'fr', 'fr_FR-siwis-medium', 67_207_459, null, 'CC-BY-4.0 (SIWIS)', 'A French woman.'),
  {
    name: 'sentences-multilingual',
    for: 'embeddings',
    family: 'sentences',
    licence: 'Apache-2.0',
    says: 'paraphrase-multilingual-MiniLM-L12-v2, quantised: documents by meaning in fifty languages.',
    languages: (
      'ar bg ca cs da de el en es et fa fi fr gl gu he hi hr hu hy id it ja ka ko ku lt lv mk mn mr ms my nb nl ' +
      'pl pt ro ru sk sl sq sr sv th tr uk ur vi zh'
    ).split(' '),
    parts: { model: 'model.onnx', tokenizer: 'tokenizer.json' },
    sources: [
      ['onnx/model_quantized.onnx', 'model.onnx'],
      ['tokenizer.json', 'tokenizer.json'],
    ].map(([file, to]): Source => ({
      address: `https://huggingface.co/Xenova/paraphrase-multilingual-MiniLM-L12-v2/resolve/main/${file}`,
      sha256: null,
      bytes: null,
      packed: null,
      to: to!,
    })),
    tried: null,
  },
];

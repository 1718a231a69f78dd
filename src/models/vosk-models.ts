/** Entries for Vosk's small models, with the sizes and MD5 of the publisher's list. */
import type { Model } from './model.ts';

/** Small Vosk models: language, archive, bytes, MD5, description; a licence if it is not Apache-2.0. */
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
/** Vosk models with a SHA-256 that others have published. */
const VOSK_SHA256: Readonly<Record<string, string>> = {
  'en-us-0.15': '30f26242c4eb449f948e42cb302dd7a686cb29a3423a8367f99ff41780942498',
};

/**
 * Languages whose model and licence are in the publisher's list of 2022. Palkit's developers did not read the
 * entries of newer models.
 */
const LISTED_LANGUAGES = ['en', 'de', 'pt', 'ca', 'ru', 'uk', 'sv', 'tr'];
const UNREAD_LICENCE = 'Apache-2.0 as those before it (its own entry was not read)';

function vosk([language, archive, bytes, md5, description, licence]: (typeof VOSK)[number]): Model {
  const address = `https://alphacephei.com/vosk/models/vosk-model-small-${archive}.zip`;
  return {
    name: `vosk-${language}`,
    for: 'speech_to_text',
    family: 'vosk',
    languages: [language],
    description,
    licence: licence ?? (LISTED_LANGUAGES.includes(language) ? 'Apache-2.0' : UNREAD_LICENCE),
    parts: { am: 'am', conf: 'conf' },
    tried: null,
    sources: [{ address, sha256: VOSK_SHA256[archive] ?? null, md5, bytes, packed: 'zip' }],
  };
}

export const VOSK_MODELS: readonly Model[] = VOSK.map(vosk);

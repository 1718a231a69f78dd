/** German translations of the catalogue's English texts. */

export const MODEL_LANGUAGES = ['en', 'de'] as const;
export type ModelLanguage = (typeof MODEL_LANGUAGES)[number];
/** The same text in each language. */
export type Translations = Readonly<Record<ModelLanguage, string>>;

type TranslatedText = readonly [english: string, german: string];

const DESCRIPTIONS: readonly TranslatedText[] = [
  ['Moonshine tiny, int8: short sentences, fast.', 'Moonshine tiny, int8: kurze Sätze, schnell.'],
  [
    'Whisper base.en, int8: the surest English here, and slower.',
    'Whisper base.en, int8: hört Englisch hier am sichersten und braucht länger.',
  ],
  ['Whisper tiny.en, int8: smaller than whisper-en.', 'Whisper tiny.en, int8: kleiner als whisper-en.'],
  [
    'A streaming Zipformer of 20 million weights: reads while it is spoken.',
    'Ein Zipformer mit 20 Millionen Gewichten: liest schon mit, während gesprochen wird.',
  ],
  [
    'NVIDIA Parakeet TDT 0.6B v3, int8: 25 languages of Europe, and tells by itself which is ' +
      'spoken. Large: think of 1.5 GB of memory.',
    'NVIDIA Parakeet TDT 0.6B v3, int8: 25 Sprachen Europas; erkennt selbst, welche gesprochen ' +
      'wird. Groß: braucht 1,5 GB Arbeitsspeicher.',
  ],
  [
    'Kokoro 82M, int8, eleven speakers: the most natural here, and the slowest.',
    'Kokoro 82M, int8, elf Stimmen: hier die natürlichste und die langsamste.',
  ],
  [
    'An American woman, natural, in real time on one core.',
    'Eine Amerikanerin, natürlich, in Echtzeit auf einem Kern.',
  ],
  [
    'An American man, natural, in real time on one core.',
    'Ein Amerikaner, natürlich, in Echtzeit auf einem Kern.',
  ],
  ['Another American man, in real time on one core.', 'Ein anderer Amerikaner, in Echtzeit auf einem Kern.'],
  ['A Scottish woman.', 'Eine Schottin.'],
  ['A German man.', 'Ein Deutscher.'],
  ['A French woman.', 'Eine Französin.'],
  [
    'paraphrase-multilingual-MiniLM-L12-v2, quantised: documents by meaning in fifty languages.',
    'paraphrase-multilingual-MiniLM-L12-v2, quantisiert: Dokumente nach Bedeutung in fünfzig Sprachen.',
  ],
  [
    'Qwen2.5 1.5B Instruct, Q4_K_M: answers in its own words, on the processor. Needs 1.7 GB of memory.',
    'Qwen2.5 1.5B Instruct, Q4_K_M: antwortet in eigenen Worten, auf dem Prozessor. Braucht 1,7 GB Arbeitsspeicher.',
  ],
  ['American English.', 'Amerikanisches Englisch.'],
  ['German.', 'Deutsch.'],
  ['French.', 'Französisch.'],
  ['Spanish.', 'Spanisch.'],
  ['Italian.', 'Italienisch.'],
  ['Portuguese.', 'Portugiesisch.'],
  ['Dutch.', 'Niederländisch.'],
  ['Catalan.', 'Katalanisch.'],
  ['Polish.', 'Polnisch.'],
  ['Russian.', 'Russisch.'],
  ['Ukrainian.', 'Ukrainisch.'],
  ['Swedish.', 'Schwedisch.'],
  ['Turkish.', 'Türkisch.'],
  ['Persian.', 'Persisch.'],
  ['Hindi.', 'Hindi.'],
  ['Japanese.', 'Japanisch.'],
  ['Korean.', 'Koreanisch.'],
  ['Chinese.', 'Chinesisch.'],
  ['Vietnamese.', 'Vietnamesisch.'],
];

const CARDS: readonly TranslatedText[] = [
  ['LJ Speech: one woman reads books, 24 hours', 'LJ Speech: eine Frau liest Bücher, 24 Stunden'],
  ['LibriVox: one man reads books, 15.5 hours', 'LibriVox: ein Mann liest Bücher, 15,5 Stunden'],
  [
    'from scratch on these recordings, by Bryce Beattie',
    'von Grund auf mit diesen Aufnahmen, von Bryce Beattie',
  ],
  ['fine-tuned from the voice lessac (medium)', 'nachtrainiert aus der Stimme lessac (medium)'],
  ['not known here: read its card', 'hier nicht bekannt: steht auf der Karte der Stimme'],
  [
    'lessac was trained on recordings of the Blizzard Challenge 2013, whose licence is for ' +
      'research only and excludes commercial use',
    'lessac wurde mit Aufnahmen der Blizzard Challenge 2013 trainiert, deren Lizenz nur für ' +
      'die Forschung gilt und gewerbliche Nutzung ausschließt',
  ],
];

const LICENCES: readonly TranslatedText[] = [
  ['public domain', 'gemeinfrei'],
  ['recordings in the public domain', 'Aufnahmen gemeinfrei'],
  ['recordings CC0-1.0', 'Aufnahmen CC0-1.0'],
  ['see its card for what it was trained from', 'woraus sie trainiert wurde, steht auf der Karte der Stimme'],
  ['its folder espeak-ng-data GPL-3.0-or-later', 'der Ordner espeak-ng-data GPL-3.0-or-later'],
  [
    'Apache-2.0 as those before it (its own entry was not read)',
    'Apache-2.0 wie die früheren (der eigene Eintrag wurde nicht gelesen)',
  ],
  [
    'sherpa-onnx is Apache-2.0, but its library has espeak-ng (GPL-3.0-or-later) linked into ' +
      'it. Palkit neither contains nor ships it: it runs it in a process of its own.',
    'sherpa-onnx steht unter Apache-2.0, seine Bibliothek enthält aber espeak-ng ' +
      '(GPL-3.0-or-later). Palkit liefert sie nicht mit und führt sie in einem eigenen Prozess ' +
      'aus.',
  ],
  [
    'node-llama-cpp (MIT) contains llama.cpp (MIT). Palkit neither contains nor ships it: it runs it in a ' +
      'process of its own.',
    'node-llama-cpp (MIT) enthält llama.cpp (MIT). Palkit liefert es nicht mit und führt es in einem eigenen ' +
      'Prozess aus.',
  ],
];

const GERMAN: ReadonlyMap<string, string> = new Map([...DESCRIPTIONS, ...CARDS, ...LICENCES]);

/** Translates a text of the catalogue. A licence consists of several parts separated by semicolons. */
export function inLanguage(text: string, language: ModelLanguage): string {
  if (language === 'en') return text;
  return (
    GERMAN.get(text) ??
    text
      .split('; ')
      .map((part) => GERMAN.get(part) ?? part)
      .join('; ')
  );
}

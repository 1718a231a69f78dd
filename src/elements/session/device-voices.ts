/** The voices of the visitor's device (`speechSynthesis`) behind an interface, and the choice of one. */
import type { FaceName } from '@palkit/contract/face/characters';
import type { Clock } from './clock.ts';

export interface SpeechPort {
  synthesis: Pick<
    SpeechSynthesis,
    'getVoices' | 'speak' | 'cancel' | 'pause' | 'resume' | 'addEventListener'
  >;
  newUtterance(text: string): SpeechSynthesisUtterance;
}

export type DeviceVoice = Pick<SpeechSynthesisVoice, 'name' | 'lang' | 'localService'>;

/** Milliseconds to wait for the browser's list of voices; some browsers first read it from the system. */
const VOICES_MS = 2000;
/** Synthesisers that sound robotic, and the novelty voices of macOS. */
const UNNATURAL = new RegExp(
  'espeak|mbrola|festival|pico|\\b(albert|bad news|bahh|bells|boing|bubbles|cellos|fred|good news|jester|' +
    'junior|kathy|organ|ralph|superstar|trinoids|whisper|wobble|zarvox|eddy|flo|grandma|grandpa|reed|' +
    'rocko|sandy|shelley)\\b',
  'i',
);
const NATURAL = /natural|neural|premium|enhanced|siri/i;
/** First names of voices of women. A voice without a known name fits every face. */
const WOMEN = new Set(
  (
    'samantha ava allison susan nicky zoe joelle noelle karen moira tessa fiona kate serena stephanie ' +
    'martha catherine victoria isha zira hazel heera linda aria jenny michelle sonia natasha anna petra ' +
    'helena hedda katja amelie amélie audrey aurelie aurélie marie julie hortense caroline monica ' +
    'mónica paulina marisol angelica sabina helen laura alice federica elsa emma paola luciana joana ' +
    'catarina fernanda maria heloisa helia milena katya irina ewa zosia zuzana iveta vlasta yelda filiz ' +
    'alva klara hedvig satu heidi nora sara lotte claire ellen kyoko o-ren haruka ayumi sayaka yuna ' +
    'sora heami tingting ting-ting lili lilian meijia mei-jia sinji huihui yaoyao hanhan yating tracy ' +
    'carmit hila lesya damayanti gadis kanya achara linh melina ioana lana'
  ).split(' '),
);
const MEN = new Set(
  (
    'alex daniel tom aaron evan nathan arthur gordon lee rishi oliver jamie david mark george james ' +
    'richard ravi sean guy ryan liam martin markus viktor yannick stefan conrad karsten michael thomas ' +
    'nicolas paul claude guillaume jorge juan diego carlos pablo raul enrique luca cosimo felipe ' +
    'joaquim xander frank bart jakub adam krzysztof yuri pavel maged naayf hattori otoya ichiro ' +
    'kangkang zhiwei danny asaf oskar magnus bengt henrik jon'
  ).split(' '),
);
const EXCLUDED_NAMES: Partial<Record<FaceName, ReadonlySet<string>>> = { mira: MEN, noor: MEN, tomas: WOMEN };

/** Returns the primary language: `pt` for `pt-BR`, also in Android's form `pt_BR`. */
export const primaryLanguage = (language: string): string => language.toLowerCase().split(/[-_]/)[0]!;

/** Returns the browser's speech synthesis; null if it has none. */
export function deviceSpeech(): SpeechPort | null {
  if (typeof speechSynthesis === 'undefined' || typeof SpeechSynthesisUtterance === 'undefined') return null;
  return { synthesis: speechSynthesis, newUtterance: (text) => new SpeechSynthesisUtterance(text) };
}

/** Resolves to the browser's voices; the wait for them is limited. */
export function findVoices(
  { synthesis }: SpeechPort,
  clock: Clock,
  signal: AbortSignal,
): Promise<SpeechSynthesisVoice[]> {
  const voices = synthesis.getVoices();
  if (voices.length > 0) return Promise.resolve(voices);
  return new Promise((resolve) => {
    const resolveVoices = () => resolve(synthesis.getVoices());
    synthesis.addEventListener('voiceschanged', resolveVoices, { once: true, signal });
    clock.after(VOICES_MS, resolveVoices, signal);
  });
}

/**
 * Returns the best on-device voice for a language; null if there is none. A man's voice is not used for a
 * woman's face, and vice versa. `regions` are language tags whose regions are preferred, best first.
 */
export function chooseVoice<Voice extends DeviceVoice>(
  voices: readonly Voice[],
  language: string,
  { face, regions }: { face: FaceName | null; regions: readonly string[] },
): Voice | null {
  const excludedNames = face && EXCLUDED_NAMES[face];
  const tags = regions.filter((tag) => primaryLanguage(tag) === primaryLanguage(language));
  const suitableVoices = voices.filter(
    ({ name, lang, localService }) =>
      localService &&
      primaryLanguage(lang) === primaryLanguage(language) &&
      !UNNATURAL.test(name) &&
      !namesOf(name).some((word) => excludedNames?.has(word)),
  );
  const rank = ({ name, lang }: DeviceVoice): number => {
    const regionIndex = tags.findIndex((tag) => tag.toLowerCase() === lang.toLowerCase().replace('_', '-'));
    return (NATURAL.test(name) ? tags.length + 1 : 0) + (regionIndex < 0 ? 0 : tags.length - regionIndex);
  };
  return suitableVoices.sort((a, b) => rank(b) - rank(a))[0] ?? null;
}

const namesOf = (name: string): string[] => name.toLowerCase().split(/[\s(]+/);

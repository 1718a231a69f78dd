/** The browser's SpeechRecognition as a port, and what this browser can do with it. */
import type { Clock } from './clock.ts';
import type { BrowserHearing } from './phases.ts';

export type RecognitionResults = ArrayLike<
  ArrayLike<{ transcript: string; confidence?: number }> & { isFinal: boolean }
>;

export interface Recognition extends EventTarget {
  lang: string;
  continuous: boolean;
  interimResults: boolean;
  maxAlternatives: number;
  /** Where a browser has it, true keeps the sound on the device. */
  processLocally?: boolean;
  /** Browsers that do not know the track listen to the standard microphone. */
  start(track?: MediaStreamTrack): void;
  stop(): void;
  abort(): void;
}

export interface RecognitionConstructor {
  new (): Recognition;
  prototype: Recognition;
  available?(options: { langs: string[]; processLocally: boolean }): Promise<string>;
  install?(options: { langs: string[]; processLocally: boolean }): Promise<boolean>;
}

/** A browser that does not answer for so long has none. Milliseconds. */
const ANSWER_MS = 1500;
/** So many forms of languages are asked for at most. */
const MOST_TAGS = 6;

/** What the browser has, under either name. */
export function findRecognition(): RecognitionConstructor | null {
  const { SpeechRecognition, webkitSpeechRecognition } = globalThis as {
    SpeechRecognition?: RecognitionConstructor;
    webkitSpeechRecognition?: RecognitionConstructor;
  };
  return SpeechRecognition ?? webkitSpeechRecognition ?? null;
}

/**
 * Where it hears, and in which language: on the device where one of the languages is or can be there, else at
 * the servers of its maker. Null where it does not say in time.
 */
export async function lookFor(
  recogniser: RecognitionConstructor,
  { spoken, browser }: { spoken: readonly string[]; browser: readonly string[] },
  clock: Clock,
): Promise<(BrowserHearing & { language: string }) | null> {
  const tags = tagsOf(spoken, browser);
  const [first] = tags;
  if (first === undefined) return null;
  if (recogniser.available && recogniser.install && 'processLocally' in recogniser.prototype) {
    const asked = Promise.all(
      tags.map(async (language) => {
        // Refused by the page's policy, or a tag that it does not know.
        const status = await Promise.resolve(
          recogniser.available!({ langs: [language], processLocally: true }),
        ).catch(() => 'unavailable');
        return { language, status };
      }),
    );
    const answered = await within(asked, clock);
    if (!answered) return null;
    for (const [status, state] of [
      ['available', 'ready'],
      ['downloading', 'downloading'],
      ['downloadable', 'downloadable'],
    ] as const) {
      const found = answered.find((one) => one.status === status);
      if (found) return { where: 'device', state, language: found.language };
    }
  }
  return { where: 'cloud', state: 'ready', language: first };
}

/**
 * The forms by which a browser may know the languages: with the visitor's own region, then with the usual
 * one. What the visitor's browser prefers comes first.
 */
export function tagsOf(spoken: readonly string[], browser: readonly string[]): string[] {
  const known = (tags: readonly string[]) =>
    tags.flatMap((tag) => {
      try {
        return [new Intl.Locale(tag)];
      } catch {
        return [];
      }
    });
  const own = known(browser);
  const rank = ({ language }: Intl.Locale) =>
    (own.findIndex((one) => one.language === language) + own.length + 1) % (own.length + 1);
  const wanted =
    spoken.length > 0 ? known(spoken).sort((one, other) => rank(one) - rank(other)) : own.slice(0, 1);
  const forms = wanted.flatMap((locale) => [
    ...(locale.region
      ? [locale]
      : own.filter(({ language, region }) => region && language === locale.language)),
    new Intl.Locale(locale.language, locale.script ? { script: locale.script } : {}).maximize(),
  ]);
  return [
    ...new Set(forms.map(({ language, region }) => (region ? `${language}-${region}` : language))),
  ].slice(0, MOST_TAGS);
}

/** Null where it takes too long. */
async function within<Value>(work: Promise<Value>, clock: Clock): Promise<Value | null> {
  const done = new AbortController();
  const late = new Promise<null>((resolve) => clock.after(ANSWER_MS, () => resolve(null), done.signal));
  return Promise.race([work, late]).finally(() => done.abort());
}

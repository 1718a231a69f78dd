/** The browser's SpeechRecognition behind an interface, and what it supports. */
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
  /** True keeps the audio on the device, in browsers that support it. */
  processLocally?: boolean;
  /** Starts with a track; browsers that ignore it use the default microphone. */
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

/** Milliseconds to wait for the browser's response. */
const ANSWER_MS = 1500;
/** Maximum number of language tags that are tried. */
const MAX_TAGS = 6;

/** Returns the browser's constructor, with or without prefix; null if there is none. */
export function findRecognition(): RecognitionConstructor | null {
  const { SpeechRecognition, webkitSpeechRecognition } = globalThis as {
    SpeechRecognition?: RecognitionConstructor;
    webkitSpeechRecognition?: RecognitionConstructor;
  };
  return SpeechRecognition ?? webkitSpeechRecognition ?? null;
}

/**
 * Finds where the browser recognises speech, and in which language: on the device if one of the languages is
 * supported there, otherwise in the cloud. Null if the browser does not respond in time or no language is known.
 */
export async function findSupport(
  recogniser: RecognitionConstructor,
  { spoken, browser }: { spoken: readonly string[]; browser: readonly string[] },
  clock: Clock,
): Promise<(BrowserHearing & { language: string }) | null> {
  const tags = tagsOf(spoken, browser);
  const [firstTag] = tags;
  if (firstTag === undefined) return null;
  if (recogniser.available && recogniser.install && 'processLocally' in recogniser.prototype) {
    const statuses = Promise.all(
      tags.map(async (language) => {
        // `available` rejects if the page's policy forbids recognition or the tag is unknown.
        const status = await Promise.resolve(
          recogniser.available?.({ langs: [language], processLocally: true }),
        ).catch(() => 'unavailable');
        return { language, status };
      }),
    );
    const answers = await withTimeout(statuses, clock);
    if (!answers) return null;
    for (const [status, state] of [
      ['available', 'ready'],
      ['downloading', 'downloading'],
      ['downloadable', 'downloadable'],
    ] as const) {
      const answer = answers.find((candidate) => candidate.status === status);
      if (answer) return { where: 'device', state, language: answer.language };
    }
  }
  return { where: 'cloud', state: 'ready', language: firstTag };
}

/**
 * Returns the language tags to try: first with the visitor's region, then with the most likely region.
 * Languages that the browser prefers come first.
 */
export function tagsOf(agentLanguages: readonly string[], browser: readonly string[]): string[] {
  const parse = (tags: readonly string[]) =>
    tags.flatMap((tag) => {
      try {
        return [new Intl.Locale(tag)];
      } catch {
        return [];
      }
    });
  const browserLocales = parse(browser);
  const rank = ({ language }: Intl.Locale) =>
    (browserLocales.findIndex((locale) => locale.language === language) + browserLocales.length + 1) %
    (browserLocales.length + 1);
  const locales =
    agentLanguages.length > 0
      ? parse(agentLanguages).sort((a, b) => rank(a) - rank(b))
      : browserLocales.slice(0, 1);
  const candidates = locales.flatMap((locale) => [
    ...(locale.region
      ? [locale]
      : browserLocales.filter(({ language, region }) => region && language === locale.language)),
    new Intl.Locale(locale.language, locale.script ? { script: locale.script } : {}).maximize(),
  ]);
  return [
    ...new Set(candidates.map(({ language, region }) => (region ? `${language}-${region}` : language))),
  ].slice(0, MAX_TAGS);
}

/** Resolves to the result of the promise; null if it takes too long. */
async function withTimeout<Value>(promise: Promise<Value>, clock: Clock): Promise<Value | null> {
  const cleanup = new AbortController();
  const timeout = new Promise<null>((resolve) => clock.after(ANSWER_MS, () => resolve(null), cleanup.signal));
  return Promise.race([promise, timeout]).finally(() => cleanup.abort());
}

/** The words of a channel's screens: fetched as chosen, and handed to the parts that ask for them. */
import type { LanguageRequest } from './parts/base/part.ts';
import type { Language } from './text/words.ts';
import type { Choice } from './text/choose.ts';
import { speak } from './text/languages.ts';

export class LocaleController {
  readonly #taken: (language: Language) => void;
  readonly #listening = new Set<(language: Language) => void>();
  readonly #signal: AbortSignal;
  #language: Language | null = null;
  #fetching: Promise<Language> | null = null;

  /**
   * Answers the parts below the channel until the signal aborts; `taken` is told of each language that is
   * there.
   */
  constructor(channel: EventTarget, taken: (language: Language) => void, signal: AbortSignal) {
    this.#taken = taken;
    this.#signal = signal;
    channel.addEventListener('pal-language', (event) => this.#asked(event as LanguageRequest), { signal });
  }

  /** Words are on their way. */
  get fetching(): boolean {
    return this.#fetching !== null;
  }

  /** Takes the words of the language chosen, at once where they are here. */
  read(choice: Choice): void {
    const language = speak(choice);
    this.#fetching = null;
    if (!(language instanceof Promise)) return this.#take(language);
    this.#fetching = language;
    void language.then((fetched) => {
      // Chosen anew meanwhile, or nobody is left to read.
      if (this.#fetching !== language || this.#signal.aborted) return;
      this.#fetching = null;
      this.#take(fetched);
    });
  }

  #take(language: Language): void {
    this.#language = language;
    for (const take of this.#listening) take(language);
    this.#taken(language);
  }

  #asked({ take, signal }: LanguageRequest): void {
    if (this.#language) take(this.#language);
    this.#listening.add(take);
    signal.addEventListener('abort', () => this.#listening.delete(take), { once: true });
  }
}

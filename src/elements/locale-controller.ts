/** Fetches the words of a channel's screens and hands them to the parts that ask for them. */
import type { LanguageRequest } from './parts/base/part.ts';
import type { Language } from './text/words.ts';
import type { Choice } from './text/choose.ts';
import { loadLanguage } from './text/languages.ts';

export class LocaleController {
  readonly #onLanguage: (language: Language) => void;
  readonly #listeners = new Set<(language: Language) => void>();
  readonly #signal: AbortSignal;
  #language: Language | null = null;
  #fetching: Promise<Language> | null = null;

  /**
   * Serves the parts below the channel until the signal aborts, and calls `onLanguage` for each language that
   * is loaded.
   */
  constructor(channel: EventTarget, onLanguage: (language: Language) => void, signal: AbortSignal) {
    this.#onLanguage = onLanguage;
    this.#signal = signal;
    channel.addEventListener('pal-language', (event) => this.#answer(event as LanguageRequest), { signal });
  }

  get fetching(): boolean {
    return this.#fetching !== null;
  }

  /** Reads the words of the chosen language, at once if they are loaded. */
  read(choice: Choice): void {
    const language = loadLanguage(choice);
    this.#fetching = null;
    if (!(language instanceof Promise)) return this.#take(language);
    this.#fetching = language;
    void language.then((fetched) => {
      // Another language was chosen meanwhile, or the channel is gone.
      if (this.#fetching !== language || this.#signal.aborted) return;
      this.#fetching = null;
      this.#take(fetched);
    });
  }

  #take(language: Language): void {
    this.#language = language;
    for (const take of this.#listeners) take(language);
    this.#onLanguage(language);
  }

  #answer({ take, signal }: LanguageRequest): void {
    if (this.#language) take(this.#language);
    this.#listeners.add(take);
    signal.addEventListener('abort', () => this.#listeners.delete(take), { once: true });
  }
}

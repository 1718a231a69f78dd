/** Loads the texts of a channel's screens and passes them to the parts that request them. */
import type { Customization } from '@palkit/contract/customization';
import type { LanguageRequest } from './parts/base/part.ts';
import type { CallSession } from './session/phases.ts';
import { Language } from './text/words.ts';
import type { Choice } from './text/choose.ts';
import { loadLanguage } from './text/languages.ts';

/** Maps channels to their sessions, whose deployments contain the owner's texts. */
export const SESSIONS = new WeakMap<EventTarget, CallSession>();

export class LocaleController {
  readonly #onLanguage: (language: Language) => void;
  readonly #listeners = new Set<(language: Language) => void>();
  readonly #signal: AbortSignal;
  /** The texts as loaded, without the owner's changes. */
  #loaded: Language | null = null;
  #language: Language | null = null;
  /** The owner's texts (`customization.text`). */
  #text: Customization['text'];
  #languageTag = 'en';
  #pendingLoad: Promise<Language> | null = null;

  /**
   * Answers the language requests of the channel's parts until the signal aborts, and calls `onLanguage` for each
   * language that is loaded.
   */
  constructor(channel: EventTarget, onLanguage: (language: Language) => void, signal: AbortSignal) {
    this.#onLanguage = onLanguage;
    this.#signal = signal;
    const session = SESSIONS.get(channel);
    // Run after the channel's own listener, which chooses the language by the deployment.
    queueMicrotask(() => {
      const useText = () => this.#useText(session?.view.deployment?.customization.text);
      session?.subscribe(useText);
      useText();
    });
    channel.addEventListener('pal-language', (event) => this.#answer(event as LanguageRequest), { signal });
  }

  get isLoading(): boolean {
    return this.#pendingLoad !== null;
  }

  /** Uses the texts of the chosen language, immediately if they are already loaded. */
  read(choice: Choice): void {
    const language = loadLanguage(choice);
    this.#pendingLoad = null;
    this.#languageTag = choice.language;
    if (!(language instanceof Promise)) return this.#publish(language);
    this.#pendingLoad = language;
    void language.then((fetched) => {
      // Another language was chosen in the meantime, or the channel was removed.
      if (this.#pendingLoad !== language || this.#signal.aborted) return;
      this.#pendingLoad = null;
      this.#publish(fetched);
    });
  }

  #useText(text: Customization['text']): void {
    if (text === this.#text) return;
    this.#text = text;
    if (this.#loaded && !this.#pendingLoad) this.#publish(this.#loaded);
  }

  #publish(loadedLanguage: Language): void {
    this.#loaded = loadedLanguage;
    const { tag, words } = loadedLanguage;
    // The service does not validate a page's `override`.
    const fits = (name: string, word: unknown) =>
      typeof (words as Record<string, unknown>)[name] === 'object'
        ? typeof (word as { other?: unknown } | null)?.other === 'string'
        : typeof word === 'string';
    const ownTexts = Object.entries(this.#text?.[this.#languageTag] ?? {}).filter((entry) => fits(...entry));
    const language =
      ownTexts.length > 0 ? new Language(tag, words, Object.fromEntries(ownTexts)) : loadedLanguage;
    this.#language = language;
    for (const listener of this.#listeners) listener(language);
    this.#onLanguage(language);
  }

  #answer({ take, signal }: LanguageRequest): void {
    if (this.#language) take(this.#language);
    this.#listeners.add(take);
    signal.addEventListener('abort', () => this.#listeners.delete(take), { once: true });
  }
}

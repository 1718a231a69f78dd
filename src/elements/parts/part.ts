/** What every part that has words starts from: the visitor's language, asked of the channel above. */
import { LitElement } from 'lit';
import { state } from 'lit/decorators.js';
import { ENGLISH, type Language, type Words } from '../text.ts';

/** Asks whoever is above for the language, now and whenever it changes; without an answer it is English. */
export class LanguageRequest extends Event {
  static readonly type = 'pal-language';
  readonly take: (language: Language) => void;
  /** Aborted when nobody listens any more. */
  readonly signal: AbortSignal;

  constructor(take: (language: Language) => void, signal: AbortSignal) {
    super(LanguageRequest.type, { bubbles: true, composed: true });
    this.take = take;
    this.signal = signal;
  }
}

export abstract class Part extends LitElement {
  @state() protected language: Language = ENGLISH;

  #detached = new AbortController();

  protected get words(): Words {
    return this.language.words;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#detached = new AbortController();
    this.dispatchEvent(new LanguageRequest((language) => (this.language = language), this.#detached.signal));
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#detached.abort();
  }
}

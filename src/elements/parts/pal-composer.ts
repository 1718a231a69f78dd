import { css, html, nothing } from 'lit';
import { property, query, state } from 'lit/decorators.js';
import { MAX_ROOM_MESSAGE_BYTES, MAX_TEXT } from '@palkit/contract/room-events';
import { fill } from '../text/words.ts';
import { send } from './base/icons.ts';
import { Part } from './base/part.ts';
import { ask } from './base/request.ts';
import { base } from './base/styles.ts';

/** Number of bytes that are reserved for the rest of the message. */
const ENVELOPE_BYTES = 512;

/**
 * A text field that grows with its content. Enter sends, Shift+Enter inserts a line break. An Enter that confirms the
 * choice of an input method does neither.
 *
 * @summary The composer.
 * @fires pal-request - `say`.
 * @csspart composer - The field with its button.
 * @csspart composer-input - The field.
 * @csspart send - The button that sends.
 * @csspart problem - The reason why a text cannot be sent.
 */
export class PalComposer extends Part {
  static override shadowRootOptions = { ...Part.shadowRootOptions, delegatesFocus: true };

  static override styles = [
    base,
    css`
      form {
        display: flex;
        align-items: end;
        gap: var(--pal-composer-gap, 8px);
        padding: var(--pal-composer-padding, 12px);
      }
      textarea {
        flex: 1;
        min-width: 0;
        min-height: 46px;
        max-height: var(--pal-composer-max-height, min(168px, 30cqh));
        padding: 10px 18px;
        border: 1px solid light-dark(#8a909c, #6b7280);
        border-radius: var(--pal-composer-radius, 23px);
        background: var(--pal-surface);
        color: inherit;
        font: inherit;
        line-height: 24px;
        resize: none;
        overflow-y: auto;
        scrollbar-width: thin;
      }
      textarea:focus-visible {
        outline: 2px solid var(--pal-accent);
        outline-offset: 2px;
      }
      textarea::placeholder {
        white-space: nowrap;
      }
      button {
        display: grid;
        place-items: center;
        flex: none;
        width: 46px;
        padding: 0;
      }
      p {
        padding: 10px 20px 0;
        font-size: 0.9em;
      }
    `,
  ];

  /** True if sending is not possible now; the typed text is kept. */
  @property({ type: Boolean }) disabled = false;

  /** The visitor's last spoken words. The up arrow key inserts them into an empty field for a correction. */
  @property() recent = '';

  @state() private problem = '';
  @query('textarea') private textarea!: HTMLTextAreaElement;

  /** Inserts a text into the field for a correction, and focuses its end. */
  edit(text: string): void {
    this.textarea.value = text.trim();
    this.#handleInput();
    this.textarea.focus();
    this.textarea.setSelectionRange(text.length, text.length);
  }

  override render() {
    const { words, problem } = this;
    return html`<p id="problem" class="wrong" part="problem" role="alert" ?hidden=${!problem}>${problem}</p>
      <form part="composer" @submit=${this.#submit}>
        <textarea
          part="composer-input"
          rows="1"
          aria-label=${words.composer}
          placeholder=${words.composer}
          autocomplete="off"
          enterkeyhint="send"
          aria-invalid=${problem ? 'true' : nothing}
          aria-describedby="problem"
          ?disabled=${this.disabled}
          @input=${this.#handleInput}
          @keydown=${this.#handleKey}
        ></textarea>
        <button class="primary" part="send" title=${words.send} ?disabled=${this.disabled}>${send}</button>
      </form>`;
  }

  #handleInput = (): void => {
    const { style } = this.textarea;
    // An empty field has the page's text direction, like its placeholder.
    this.textarea.dir = this.textarea.value ? 'auto' : '';
    style.height = 'auto';
    // The border is not part of the scroll height.
    style.height = `${this.textarea.scrollHeight + 2}px`;
    if (this.problem) this.problem = this.#excess(this.textarea.value.trim());
  };

  #handleKey = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowUp' && this.recent && !this.textarea.value && !event.isComposing) {
      event.preventDefault();
      return this.edit(this.recent);
    }
    // Safari ends a composition before it reports the Enter key that confirms it; only keyCode 229 marks that key.
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing || event.keyCode === 229) return;
    event.preventDefault();
    this.#send();
  };

  #submit = (event: SubmitEvent): void => {
    event.preventDefault();
    this.#send();
  };

  #send(): void {
    const text = this.textarea.value.trim();
    if (!text || this.disabled) return;
    this.problem = this.#excess(text);
    if (this.problem) return;
    this.textarea.value = '';
    this.#handleInput();
    ask(this, { do: 'say', text });
  }

  /** Returns a text that says why a message is too long; empty if it is not. */
  #excess(text: string): string {
    const bytes = new TextEncoder().encode(JSON.stringify(text)).length + ENVELOPE_BYTES;
    if (text.length <= MAX_TEXT && bytes <= MAX_ROOM_MESSAGE_BYTES) return '';
    const number = new Intl.NumberFormat(this.language.tag);
    return fill(this.words.tooLong, { count: number.format(text.length), limit: number.format(MAX_TEXT) });
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'pal-composer': PalComposer;
  }
}

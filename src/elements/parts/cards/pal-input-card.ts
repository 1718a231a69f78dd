import { html, nothing } from 'lit';
import { query, state } from 'lit/decorators.js';
import { CardPart } from './card.ts';

/** Values for the browser's autofill. */
const AUTOCOMPLETE = { text: 'on', email: 'email', number: 'off', tel: 'tel' } as const;
const MAX_LENGTH = 1000;

/**
 * A field for a text, an e-mail address, a number or a telephone number.
 *
 * @summary The canvas' input.
 * @fires pal-request - `answer-card`.
 * @csspart input - The field.
 */
export class PalInputCard extends CardPart<'input'> {
  @state() private problem = '';
  @query('input') private input!: HTMLInputElement;

  override render() {
    const { prompt, placeholder, input_type, required, allow_skip } = this.cardArguments;
    return this.form(
      prompt,
      html`<input
        part="input"
        type=${input_type}
        aria-labelledby="title"
        aria-describedby="problem"
        aria-invalid=${this.problem !== ''}
        placeholder=${placeholder ?? ''}
        maxlength=${MAX_LENGTH}
        step=${input_type === 'number' ? 'any' : ''}
        ?required=${required}
        autocomplete=${AUTOCOMPLETE[input_type]}
        dir=${input_type === 'text' ? nothing : 'ltr'}
        @input=${this.#handleInput}
      /> `,
      { submit: this.#submit, skippable: allow_skip, problem: this.problem },
    );
  }

  #handleInput = (): void => {
    this.problem = '';
    // An empty field has the page's text direction, like its placeholder.
    if (this.cardArguments.input_type === 'text') this.input.dir = this.input.value ? 'auto' : '';
  };

  #submit = (): void => {
    const { input, words } = this;
    const text = input.value.trim();
    const number = this.cardArguments.input_type === 'number';
    const { valid, badInput } = input.validity;
    if (!valid || (this.cardArguments.required && !text)) {
      this.problem = text || badInput ? words.checkThis : words.fillIn;
      input.focus();
      return;
    }
    this.submit({ value: number ? (text ? input.valueAsNumber : null) : text });
  };
}

declare global {
  interface HTMLElementTagNameMap {
    'pal-input-card': PalInputCard;
  }
}

import { html, nothing, type PropertyValues } from 'lit';
import { query, state } from 'lit/decorators.js';
import { CardPart } from './card.ts';

/**
 * A question with options to choose from.
 *
 * @summary The canvas' question.
 * @fires pal-request - `answer-card`.
 * @csspart option - An option to choose.
 * @csspart label - The words of the line for own words.
 * @csspart input - The line for own words.
 */
export class PalQuestionCard extends CardPart<'question'> {
  @state() private selected: readonly string[] = [];
  @state() private other = '';
  @query('form') private formElement!: HTMLFormElement;

  protected override willUpdate(changed: PropertyValues<this>): void {
    // An update may have taken options away.
    if (changed.has('card'))
      this.selected = this.selected.filter((id) => this.given.options.some((option) => option.id === id));
  }

  override render() {
    const { question, options, multi_select, allow_other } = this.given;
    return this.form(
      question,
      html`
        ${options.map(
          (option) =>
            html`<label class="option" part="option"
              ><input
                type=${multi_select ? 'checkbox' : 'radio'}
                name="option"
                value=${option.id}
                .checked=${this.selected.includes(option.id)}
                @change=${this.#choose}
              /><span dir="auto">${option.label}</span></label
            >`,
        )}
        ${allow_other ? html`<label part="label">${this.words.other}<input part="input" maxlength="500" dir="auto" autocomplete="off" .value=${this.other} @input=${this.#write} /></label>` : nothing}
      `,
      { submit: this.#submit, incomplete: this.selected.length === 0 && !this.other.trim() },
    );
  }

  #choose = (): void => {
    this.selected = [
      ...this.formElement.querySelectorAll<HTMLInputElement>('input[name=option]:checked'),
    ].map((input) => input.value);
  };

  #write = (event: Event): void => {
    this.other = (event.target as HTMLInputElement).value;
  };

  #submit = (): void => {
    const other = this.other.trim();
    this.submit({ selected: [...this.selected], ...(other ? { other } : {}) });
  };
}

declare global {
  interface HTMLElementTagNameMap {
    'pal-question-card': PalQuestionCard;
  }
}

import { css, html, nothing, type PropertyValues } from 'lit';
import { query, state } from 'lit/decorators.js';
import { CardPart } from './card.ts';

/** So long a choice can be taken back before it is sent. */
const UNDO_MS = 1500;

/**
 * A question with options to choose from. Where one can be chosen, a click on it is the answer, which can be
 * taken back for a moment; where several can, a button sends them.
 *
 * @summary The canvas' question.
 * @fires pal-request - `answer-card`.
 * @csspart option - An option to choose.
 * @csspart undo - The button that takes a choice back.
 * @csspart label - The words of the line for own words.
 * @csspart input - The line for own words.
 */
export class PalQuestionCard extends CardPart<'question'> {
  static override styles = [
    ...CardPart.styles,
    css`
      .chips {
        display: flex;
        flex-wrap: wrap;
        gap: 8px;
      }
      .chip {
        min-height: 44px;
        padding: 8px 18px;
        border-color: light-dark(#c9ced8, #4a505c);
        font-weight: 500;
        line-height: 1.3;
        text-align: start;
        overflow-wrap: anywhere;
      }
      .chip:hover {
        border-color: var(--pal-accent);
      }
      .chip[aria-pressed='true'] {
        border-color: var(--pal-accent);
        background: var(--pal-accent);
        color: var(--pal-on-accent);
        opacity: 1;
      }
      @media (forced-colors: active) {
        .chip[aria-pressed='true'] {
          border: 3px solid Highlight;
        }
      }
    `,
  ];

  @state() private selected: readonly string[] = [];
  @state() private other = '';
  /** A choice is about to be sent. */
  @state() private waiting = false;
  @query('form') private formElement!: HTMLFormElement;

  #timer: ReturnType<typeof setTimeout> | undefined;

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#keep();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    // An update may have taken options away.
    if (changed.has('card'))
      this.selected = this.selected.filter((id) => this.given.options.some((option) => option.id === id));
    if (this.waiting && this.selected.length === 0) this.#keep();
  }

  override render() {
    const { question, multi_select, allow_other } = this.given;
    return this.form(
      question,
      html`
        ${multi_select ? this.#boxes() : html`<div class="chips">${this.#chips()}</div>`}
        ${
          allow_other
            ? html`<label part="label"
                >${this.words.other}<input
                  part="input"
                  maxlength="500"
                  dir="auto"
                  autocomplete="off"
                  .value=${this.other}
                  @input=${this.#write}
              /></label>`
            : nothing
        }
      `,
      {
        submit: this.#submit,
        incomplete: this.selected.length === 0 && !this.other.trim(),
        submittable: multi_select || allow_other,
        instead: this.waiting
          ? html`<button part="undo" type="button" @click=${this.#undo}>${this.words.undo}</button>`
          : null,
      },
    );
  }

  #chips() {
    return this.given.options.map(({ id, label }) => {
      const chosen = this.selected.includes(id);
      return html`<button
        class="chip"
        part="option"
        type="button"
        dir="auto"
        aria-pressed=${chosen}
        @click=${() => this.#pick(id)}
      >
        ${label}
      </button>`;
    });
  }

  #boxes() {
    return this.given.options.map(
      (option) =>
        html`<label class="option" part="option"
          ><input
            type="checkbox"
            name="option"
            value=${option.id}
            .checked=${this.selected.includes(option.id)}
            @change=${this.#choose}
          /><span dir="auto">${option.label}</span></label
        >`,
    );
  }

  /** The one answer: sent unless it is taken back. */
  #pick(id: string): void {
    this.#keep();
    this.selected = [id];
    this.waiting = true;
    this.#timer = setTimeout(() => {
      this.waiting = false;
      this.#submit();
    }, UNDO_MS);
  }

  #undo = (): void => {
    this.#keep();
    this.selected = [];
    this.renderRoot.querySelector<HTMLElement>('.chip')?.focus();
  };

  /** Nothing is sent by itself any more. */
  #keep(): void {
    clearTimeout(this.#timer);
    this.waiting = false;
  }

  #choose = (): void => {
    this.selected = [
      ...this.formElement.querySelectorAll<HTMLInputElement>('input[name=option]:checked'),
    ].map((input) => input.value);
  };

  #write = (event: Event): void => {
    // Who goes on to write sends both by the button.
    this.#keep();
    this.other = (event.target as HTMLInputElement).value;
  };

  #submit = (): void => {
    this.#keep();
    const other = this.other.trim();
    this.submit({ selected: [...this.selected], ...(other ? { other } : {}) });
  };
}

declare global {
  interface HTMLElementTagNameMap {
    'pal-question-card': PalQuestionCard;
  }
}

import { css, html, nothing, type PropertyValues } from 'lit';
import { query, state } from 'lit/decorators.js';
import { CardPart } from './card.ts';

/** Milliseconds within which a choice can be undone before it is sent. */
const UNDO_MS = 1500;

/**
 * A question with options. If a single choice is possible, a click on an option answers it and can be undone for a
 * moment; several choices are sent with a button.
 *
 * @summary The canvas' question.
 * @fires pal-request - `answer-card`.
 * @csspart option - An option.
 * @csspart undo - The button that undoes a choice.
 * @csspart label - The label of the field for another answer.
 * @csspart input - The field for another answer.
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
  /** True while a choice waits to be sent. */
  @state() private waiting = false;
  @query('form') private formElement!: HTMLFormElement;

  #timer: ReturnType<typeof setTimeout> | undefined;

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#cancelSending();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    // An update may have removed options.
    if (changed.has('card'))
      this.selected = this.selected.filter((id) =>
        this.cardArguments.options.some((option) => option.id === id),
      );
    if (this.waiting && this.selected.length === 0) this.#cancelSending();
  }

  override render() {
    const { question, multi_select, allow_other } = this.cardArguments;
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
    return this.cardArguments.options.map(({ id, label }) => {
      const isChosen = this.selected.includes(id);
      return html`<button
        class="chip"
        part="option"
        type="button"
        dir="auto"
        aria-pressed=${isChosen}
        @click=${() => this.#pick(id)}
      >
        ${label}
      </button>`;
    });
  }

  #boxes() {
    return this.cardArguments.options.map(
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

  /** Selects the only answer, and sends it after a delay unless it is undone. */
  #pick(id: string): void {
    this.#cancelSending();
    this.selected = [id];
    this.waiting = true;
    this.#timer = setTimeout(() => {
      this.waiting = false;
      this.#submit();
    }, UNDO_MS);
  }

  #undo = (): void => {
    this.#cancelSending();
    this.selected = [];
    this.renderRoot.querySelector<HTMLElement>('.chip')?.focus();
  };

  /** Cancels the sending of a choice that still waits. */
  #cancelSending(): void {
    clearTimeout(this.#timer);
    this.waiting = false;
  }

  #choose = (): void => {
    this.selected = [
      ...this.formElement.querySelectorAll<HTMLInputElement>('input[name=option]:checked'),
    ].map((input) => input.value);
  };

  #write = (event: Event): void => {
    // A visitor who chooses an option and also types sends the two with the button.
    this.#cancelSending();
    this.other = (event.target as HTMLInputElement).value;
  };

  #submit = (): void => {
    this.#cancelSending();
    const other = this.other.trim();
    this.submit({ selected: [...this.selected], ...(other ? { other } : {}) });
  };
}

declare global {
  interface HTMLElementTagNameMap {
    'pal-question-card': PalQuestionCard;
  }
}

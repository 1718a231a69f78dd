import { css, html, LitElement, nothing } from 'lit';
import { property, query, state } from 'lit/decorators.js';
import type { QuestionArguments } from '../../contract/canvas.ts';
import type { CanvasState } from '../session/phases.ts';
import { english } from '../text.ts';
import { check } from './icons.ts';
import { ask } from './request.ts';
import { base } from './styles.ts';

/**
 * A question with options to choose from.
 *
 * @summary The canvas' question.
 * @fires pal-request - `answer-card`.
 */
export class PalQuestionCard extends LitElement {
  static override styles = [
    base,
    css`
      form {
        display: flex;
        flex-direction: column;
        gap: 12px;
        padding: 16px;
        border: 1px solid var(--pal-line);
        border-radius: var(--pal-radius);
        background: var(--pal-surface);
        box-shadow: var(--pal-shadow);
        animation: in var(--pal-duration) var(--pal-ease);
      }
      @keyframes in {
        from {
          opacity: 0;
          transform: translateY(10px);
        }
      }
      fieldset {
        display: flex;
        flex-direction: column;
        gap: 6px;
        margin: 0;
        padding: 0;
        border: 0;
        min-width: 0;
      }
      legend {
        padding: 0 0 8px;
        font-weight: 620;
        text-wrap: balance;
      }
      .option {
        flex-direction: row;
        align-items: center;
        gap: 10px;
        min-height: 44px;
        padding: 6px 14px;
        border: 1px solid var(--pal-line);
        border-radius: var(--pal-radius-small);
        font-size: 1em;
        font-weight: 450;
        cursor: pointer;
      }
      .option:has(:checked) {
        border-color: var(--pal-accent);
        background: color-mix(in oklab, var(--pal-accent) 10%, var(--pal-surface));
      }
      .option:has(:focus-visible) {
        outline: 2px solid var(--pal-accent);
        outline-offset: 2px;
      }
      .option input {
        accent-color: var(--pal-accent);
        width: 18px;
        height: 18px;
        margin: 0;
        flex: none;
        outline: none;
      }
      .actions {
        flex-direction: row;
        margin: 0;
      }
      .actions .primary {
        flex: 1;
      }
      .done {
        display: flex;
        align-items: center;
        justify-content: center;
        gap: 8px;
        min-height: 46px;
        margin: 0;
        font-weight: 550;
        color: var(--pal-text);
      }
    `,
  ];

  @property({ attribute: false }) question!: QuestionArguments;
  /** What became of the answer. */
  @property({ attribute: 'answer-state' }) answerState: CanvasState['state'] = 'open';

  @state() private selected: readonly string[] = [];
  @state() private other = '';
  @query('form') private form!: HTMLFormElement;

  override render() {
    const { question, options, multi_select, allow_other } = this.question;
    const busy = this.answerState === 'sending' || this.answerState === 'sent';
    const empty = this.selected.length === 0 && !this.other.trim();
    return html`<form aria-label=${english.question} @submit=${this.#submit}>
      <fieldset ?disabled=${busy}>
        <legend dir="auto">${question}</legend>
        ${options.map((option) => html`<label class="option"><input type=${multi_select ? 'checkbox' : 'radio'} name="option" value=${option.id}
          .checked=${this.selected.includes(option.id)} @change=${this.#choose}><span dir="auto">${option.label}</span></label>`)}
        ${allow_other ? html`<label>${english.other}<input maxlength="500" .value=${this.other} @input=${this.#write}></label>` : nothing}
      </fieldset>
      ${this.answerState === 'failed' ? html`<p class="wrong" role="alert">${english.sendFailed}</p>` : nothing}
      ${this.answerState === 'sent'
        ? html`<p class="done" role="status">${check} ${english.sent}</p>`
        : html`<div class="actions">
            <button class="primary" ?disabled=${busy || empty}>${this.answerState === 'failed' ? english.tryAgain : english.submit}</button>
            <button class="plain" type="button" ?disabled=${busy} @click=${() => ask(this, { do: 'answer-card', answer: { type: 'skip' } })}>${english.skip}</button>
          </div>`}
    </form>`;
  }

  #choose = (): void => {
    this.selected = [...this.form.querySelectorAll<HTMLInputElement>('input[name=option]:checked')].map((input) => input.value);
  };

  #write = (event: Event): void => {
    this.other = (event.target as HTMLInputElement).value;
  };

  #submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const other = this.other.trim();
    ask(this, { do: 'answer-card', answer: { type: 'submit', value: { selected: [...this.selected], ...(other ? { other } : {}) } } });
  };
}

declare global {
  interface HTMLElementTagNameMap {
    'pal-question-card': PalQuestionCard;
  }
}

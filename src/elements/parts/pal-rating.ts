import { css, html, nothing, type PropertyValues } from 'lit';
import { property, state } from 'lit/decorators.js';
import { fill } from '../text/words.ts';
import { star } from './base/icons.ts';
import { Part } from './base/part.ts';
import { ask } from './base/request.ts';
import { base } from './base/styles.ts';

/**
 * Asks for a rating of the call: one to five stars and an optional comment.
 *
 * @summary The rating after a call.
 * @fires pal-request - `feedback`; sent again after a failure.
 * @csspart legend - The question.
 * @csspart stars - The stars, together.
 * @csspart star - Each star.
 * @csspart input - The field for a comment.
 * @csspart secondary - The button that sends it.
 * @csspart status - The thanks.
 * @csspart problem - The error message after a failure.
 */
export class PalRating extends Part {
  static override styles = [
    base,
    css`
      fieldset {
        border: 0;
        margin: 0;
        min-width: 0;
        padding: 0;
      }
      legend {
        padding: 0;
        font-weight: 550;
      }
      .stars {
        display: flex;
        margin-inline-start: -8px;
      }
      .stars label {
        position: relative;
        flex: 0 1 44px;
        min-width: 0;
        padding: 8px;
        color: var(--pal-text-soft);
        cursor: pointer;
        border-radius: 8px;
      }
      .stars svg {
        width: 100%;
        height: 28px;
      }
      /* All stars up to the selected or hovered one. */
      .stars:not(:hover) label:has(~ label :checked, :checked),
      .stars label:has(~ label:hover),
      .stars label:hover {
        color: var(--pal-star-color, light-dark(#a86400, #ffc940));
      }
      .stars:not(:hover) label:has(~ label :checked, :checked) svg,
      .stars label:has(~ label:hover) svg,
      .stars label:hover svg {
        fill: currentColor;
      }
      .stars label:has(:focus-visible) {
        outline: 2px solid var(--pal-focus-color, var(--pal-accent));
      }
      .more {
        display: grid;
        gap: 8px;
        margin-top: 8px;
      }
    `,
  ];

  /** True if sending the rating failed. */
  @property({ type: Boolean }) failed = false;

  /** The selected number of stars; 0 if none is selected. */
  @state() private rating = 0;
  @state() private comment = '';
  @state() private sent = false;

  override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('failed') && this.failed) this.sent = false;
  }

  override render() {
    if (this.sent) return html`<p part="status" role="status" tabindex="-1">${this.words.thanks}</p>`;
    const number = new Intl.NumberFormat(this.language.tag);
    const problem = this.failed
      ? html`<p class="wrong" part="problem" role="alert">${this.words.sendFailed}</p>`
      : nothing;
    return html`<form @submit=${this.#send}>
      <fieldset>
        <legend part="legend">${this.words.rateTitle}</legend>
        <div
          class="stars"
          part="stars"
          @change=${(event: Event) => (this.rating = Number((event.target as HTMLInputElement).value))}
        >
          ${[1, 2, 3, 4, 5].map(
            (value) =>
              html`<label part="star"
                ><input
                  class="hidden"
                  type="radio"
                  name="rating"
                  value=${value}
                  .checked=${this.rating === value}
                  aria-label=${fill(this.words.stars, { count: number.format(value) })}
                />${star}</label
              >`,
          )}
        </div>
      </fieldset>
      ${
        this.rating
          ? html`<div class="more">
              <label part="label"
                >${this.words.comment}<input
                  part="input"
                  name="comment"
                  .value=${this.comment}
                  maxlength="1000"
                  autocomplete="off" /></label
              >${problem}<button part="secondary">${this.words.send}</button>
            </div>`
          : ''
      }
    </form>`;
  }

  #send = (event: SubmitEvent): void => {
    event.preventDefault();
    this.comment = (new FormData(event.target as HTMLFormElement).get('comment') as string).trim();
    this.sent = true;
    ask(this, { do: 'feedback', rating: this.rating, comment: this.comment });
    // Move the focus to the thanks, because the focused button was removed.
    void this.updateComplete.then(() => this.renderRoot.querySelector('p')?.focus());
  };
}

declare global {
  interface HTMLElementTagNameMap {
    'pal-rating': PalRating;
  }
}

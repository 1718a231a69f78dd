import { css, html, nothing } from 'lit';
import { property, query } from 'lit/decorators.js';
import { Part } from './base/part.ts';
import { ask } from './base/request.ts';
import { base } from './base/styles.ts';

/**
 * Asks for the deployment's password.
 *
 * @summary The password gate.
 * @fires pal-request - `password` with the value.
 * @csspart screen - The form.
 * @csspart title - Its heading.
 * @csspart label - A field's label.
 * @csspart input - A field.
 * @csspart problem - The error message.
 * @csspart actions - Its buttons, together.
 * @csspart primary - The button that submits it.
 * @csspart secondary - The button that cancels.
 */
export class PalPassword extends Part {
  static override styles = [
    base,
    css`
      :host {
        display: grid;
      }
    `,
  ];

  /** True if the last password was wrong. */
  @property({ type: Boolean }) refused = false;
  /** Seconds to wait after too many attempts; null if there is no wait. */
  @property({ attribute: false }) waitSeconds: number | null = null;
  /** True while the password is being checked. */
  @property({ type: Boolean }) busy = false;

  @query('input') private input!: HTMLInputElement;

  override render() {
    const problem =
      this.waitSeconds !== null
        ? this.language.count('passwordWait', Math.ceil(this.waitSeconds))
        : this.refused
          ? this.words.passwordWrong
          : '';
    return html`<form class="screen" part="screen" @submit=${this.#submit}>
      <h2 part="title" tabindex="-1">${this.words.passwordTitle}</h2>
      <label part="label"
        >${this.words.passwordLabel}
        <input
          part="input"
          type="password"
          required
          autocomplete="current-password"
          maxlength="256"
          aria-invalid=${this.refused}
          aria-describedby="problem"
          ?disabled=${this.busy}
        />
      </label>
      <p id="problem" class="wrong" part="problem" role="alert" ?hidden=${!problem}>${problem || nothing}</p>
      <div class="actions" part="actions">
        <button class="primary" part="primary" ?disabled=${this.busy}>
          ${this.busy ? this.words.loading : this.words.passwordGo}
        </button>
        <button class="plain" part="secondary" type="button" @click=${() => ask(this, { do: 'end' })}>
          ${this.words.notNow}
        </button>
      </div>
    </form>`;
  }

  protected override updated(): void {
    if (this.refused && !this.busy) this.input.select();
    this.renderRoot.querySelector('.wrong')?.scrollIntoView({ block: 'nearest' });
  }

  #submit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (this.input.value) ask(this, { do: 'password', value: this.input.value });
  };
}

declare global {
  interface HTMLElementTagNameMap {
    'pal-password': PalPassword;
  }
}

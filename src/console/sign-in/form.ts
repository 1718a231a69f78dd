import { signIn, type ConsoleSession } from '@palkit/contract/console';
import { html, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { attempt } from '../base/api.ts';
import { ConsolePart } from '../base/part.ts';
import { t } from '../base/words.ts';

/**
 * Asks for name and password.
 * @fires signed-in - With the new session.
 */
@customElement('palkit-sign-in-form')
export class SignInForm extends ConsolePart {
  @property() name = '';

  override render(): TemplateResult {
    return html`<form class="stack" @submit=${this.#submit}>
      <wa-input
        name="name"
        label=${t('name')}
        autocomplete="username"
        required
        .value=${this.name}
      ></wa-input>
      <wa-input
        name="password"
        type="password"
        label=${t('password')}
        autocomplete="current-password"
        required
        password-toggle
      ></wa-input>
      ${this.messages()}
      <wa-button type="submit" variant="brand" ?loading=${this.busy}>${t('signIn')}</wa-button>
    </form>`;
  }

  #submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const body = { name: this.typed('name'), password: this.typed('password') };
    await this.run(async () => {
      const { result } = await attempt(signIn, { body });
      this.dispatchEvent(new CustomEvent<ConsoleSession>('signed-in', { detail: result }));
    });
  };
}

import { signIn, type ConsoleSession } from '@palkit/contract/console';
import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { attempt } from '../base/api.ts';
import type { WaInput } from '../base/components.ts';
import { t } from '../base/words.ts';
import { ApiError } from '@palkit/contract/api-error';

/**
 * Asks for name and password.
 * @fires signed-in - With the new session.
 */
@customElement('palkit-sign-in-form')
export class SignInForm extends LitElement {
  @property() name = '';
  @state() private fault = '';
  @state() private busy = false;

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

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
      <div role="alert">
        ${this.fault ? html`<wa-callout variant="danger">${this.fault}</wa-callout>` : nothing}
      </div>
      <wa-button type="submit" variant="brand" ?loading=${this.busy}>${t('signIn')}</wa-button>
    </form>`;
  }

  #submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const value = (name: string) => this.querySelector<WaInput>(`wa-input[name=${name}]`)?.value ?? '';
    this.busy = true;
    this.fault = '';
    try {
      const { result } = await attempt(signIn, {
        body: { name: value('name'), password: value('password') },
      });
      this.dispatchEvent(new CustomEvent<ConsoleSession>('signed-in', { detail: result }));
    } catch (error) {
      this.fault = error instanceof ApiError ? error.message : t('unreachable');
    } finally {
      this.busy = false;
    }
  };
}

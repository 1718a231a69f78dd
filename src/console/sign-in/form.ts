import {
  MIN_PASSWORD_CHARACTERS,
  signIn,
  useConsoleLink,
  type ConsoleSession,
} from '@palkit/contract/console';
import { html, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { attempt } from '../base/api.ts';
import { ConsolePart } from '../base/part.ts';
import { submitButton, textField } from '../base/form-fields.ts';
import { t } from '../base/words.ts';

/**
 * Signs in with name and password, or sets them for a person with a one-time link.
 * @fires signed-in - With the new session.
 */
@customElement('palkit-sign-in-form')
export class SignInForm extends ConsolePart {
  @property() name = '';
  @property({ attribute: false }) link: string | null = null;

  override render(): TemplateResult {
    const isNew = this.link !== null;
    return html`<form class="stack" @submit=${this.#submit}>
      ${textField('name', t('name'), {
        value: this.name,
        autocomplete: 'username',
        longest: 200,
        required: true,
      })}
      ${textField('password', t('password'), {
        type: 'password',
        hint: isNew ? t('passwordHint', { count: MIN_PASSWORD_CHARACTERS }) : '',
        autocomplete: isNew ? 'new-password' : 'current-password',
        shortest: isNew ? MIN_PASSWORD_CHARACTERS : 0,
        longest: 256,
        required: true,
      })}
      ${this.messages()} ${submitButton(t(isNew ? 'begin' : 'signIn'), this.busy)}
    </form>`;
  }

  readonly #submit = this.action(async () => {
    const body = { name: this.inputOf('name'), password: this.inputOf('password') };
    const { link } = this;
    const { result } =
      link === null
        ? await attempt(signIn, { body })
        : await attempt(useConsoleLink, { body: { ...body, link } });
    this.dispatchEvent(new CustomEvent<ConsoleSession>('signed-in', { detail: result }));
  });
}

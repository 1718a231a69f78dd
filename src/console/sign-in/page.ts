import { MIN_PASSWORD_CHARACTERS, useConsoleLink } from '@palkit/contract/console';
import { html, type TemplateResult } from 'lit';
import { customElement, state } from 'lit/decorators.js';
import { attempt, SERVICE } from '../base/api.ts';
import '../base/components.ts';
import { ConsolePart } from '../base/part.ts';
import { t } from '../base/words.ts';
import './form.ts';

/** The page to sign in: by name and password, or by the one-time link that is in the address's fragment. */
@customElement('palkit-sign-in')
export class SignInPage extends ConsolePart {
  @state() private link = linkOf(location.hash);

  override connectedCallback(): void {
    super.connectedCallback();
    document.title = `${t('signIn')} · Palkit`;
    // The link leaves the address bar and the history, where others could read it.
    if (this.link !== null) history.replaceState(null, '', location.pathname + location.search);
  }

  override render(): TemplateResult {
    return html`<main class="narrow" id="main">
      <strong class="brand">Palkit</strong>
      <h1>${this.link === null ? t('signIn') : t('welcome')}</h1>
      ${
        this.link === null
          ? html`<palkit-sign-in-form @signed-in=${goOn}></palkit-sign-in-form>
              <p class="quiet">${t('newLink')}</p>`
          : this.#firstForm()
      }
    </main>`;
  }

  #firstForm(): TemplateResult {
    return html`<p>${t('chooseName')}</p>
      <form class="stack" @submit=${this.#submit}>
        <wa-input name="name" label=${t('name')} autocomplete="username" required maxlength="200"></wa-input>
        <wa-input
          name="password"
          type="password"
          label=${t('password')}
          hint=${t('passwordHint', { count: MIN_PASSWORD_CHARACTERS })}
          autocomplete="new-password"
          minlength=${MIN_PASSWORD_CHARACTERS}
          maxlength="256"
          required
          password-toggle
        ></wa-input>
        ${this.messages()}
        <wa-button type="submit" variant="brand" ?loading=${this.busy}>${t('begin')}</wa-button>
      </form>`;
  }

  #submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const body = { link: this.link ?? '', name: this.typed('name'), password: this.typed('password') };
    await this.run(async () => {
      await attempt(useConsoleLink, { body });
      goOn();
    });
  };
}

/** A declaration, because the element on the page is made before the constants below the class are. */
function linkOf(hash: string): string | null {
  return /^#link=([\w-]{1,200})$/.exec(hash)?.[1] ?? null;
}

/** Opens the page that the person came from: only a page of the console. */
function goOn(): void {
  const next = new URLSearchParams(location.search).get('next') ?? '';
  const ownPath = `${new URL(SERVICE).pathname.replace(/\/+$/, '')}/console`;
  const target = URL.canParse(next, location.origin) ? new URL(next, location.origin) : null;
  const isOwn =
    target?.origin === location.origin &&
    (target.pathname === ownPath || target.pathname.startsWith(`${ownPath}/`));
  location.replace(isOwn ? target.href : `${SERVICE}/console`);
}

import { html, type TemplateResult } from 'lit';
import { customElement, state } from 'lit/decorators.js';
import { SERVICE } from '../base/api.ts';
import '../base/components.ts';
import { ConsolePart } from '../base/part.ts';
import { t } from '../base/words.ts';
import './form.ts';

/** The sign-in page: by name and password, or by the one-time link in the address's fragment. */
@customElement('palkit-sign-in')
export class SignInPage extends ConsolePart {
  @state() private link = linkOf(location.hash);

  override connectedCallback(): void {
    super.connectedCallback();
    document.title = `${t('signIn')} · Palkit`;
    // The link is removed from the address bar and the history, where others could read it.
    if (this.link !== null) history.replaceState(null, '', location.pathname + location.search);
  }

  override render(): TemplateResult {
    const isNew = this.link !== null;
    return html`<main class="narrow" id="main">
      <strong class="brand">Palkit</strong>
      <h1>${t(isNew ? 'welcome' : 'signIn')}</h1>
      <p class="quiet">${t(isNew ? 'chooseName' : 'newLink')}</p>
      <palkit-sign-in-form .link=${this.link} @signed-in=${goOn}></palkit-sign-in-form>
    </main>`;
  }
}

/** A function declaration, because the page's element is created before the constants below the class. */
function linkOf(hash: string): string | null {
  return /^#link=([\w-]{1,200})$/.exec(hash)?.[1] ?? null;
}

/** Opens the page of the console that the person came from. */
function goOn(): void {
  const next = new URLSearchParams(location.search).get('next') ?? '';
  const ownPath = `${new URL(SERVICE).pathname.replace(/\/+$/, '')}/console`;
  const target = URL.canParse(next, location.origin) ? new URL(next, location.origin) : null;
  const isOwn =
    target?.origin === location.origin &&
    (target.pathname === ownPath || target.pathname.startsWith(`${ownPath}/`));
  location.replace(isOwn ? target.href : `${SERVICE}/console`);
}

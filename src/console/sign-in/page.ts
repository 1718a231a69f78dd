import { html, type TemplateResult } from 'lit';
import { customElement, state } from 'lit/decorators.js';
import { SERVICE } from '../base/api.ts';
import '../base/components.ts';
import { ConsolePart } from '../base/part.ts';
import { t } from '../base/words.ts';
import './form.ts';

/** The sign-in page, for a name and password or for a one-time link in the fragment of the address. */
@customElement('palkit-sign-in')
export class SignInPage extends ConsolePart {
  @state() private link = linkOf(location.hash);

  override connectedCallback(): void {
    super.connectedCallback();
    document.title = `${t('signIn')} · Palkit`;
    // Removes the link from the address bar and the history, where others could read it.
    if (this.link !== null) history.replaceState(null, '', location.pathname + location.search);
  }

  override render(): TemplateResult {
    const isNew = this.link !== null;
    return html`<main class="narrow" id="main">
      <strong class="brand">Palkit</strong>
      <h1>${t(isNew ? 'welcome' : 'signIn')}</h1>
      <p class="quiet">${t(isNew ? 'chooseName' : 'newLink')}</p>
      <palkit-sign-in-form .link=${this.link} @signed-in=${openNextPage}></palkit-sign-in-form>
    </main>`;
  }
}

/** This is a function declaration because the element is created before constants below the class are initialised. */
function linkOf(hash: string): string | null {
  return /^#link=([\w-]{1,200})$/.exec(hash)?.[1] ?? null;
}

/** Opens the page of the console from which the user came. */
function openNextPage(): void {
  const next = new URLSearchParams(location.search).get('next') ?? '';
  const ownPath = `${new URL(SERVICE).pathname.replace(/\/+$/, '')}/console`;
  const target = URL.canParse(next, location.origin) ? new URL(next, location.origin) : null;
  const isOwn =
    target?.origin === location.origin &&
    (target.pathname === ownPath || target.pathname.startsWith(`${ownPath}/`));
  location.replace(isOwn ? target.href : `${SERVICE}/console`);
}

/**
 * A page of the console: navigation, the agent that is chosen, messages, and the dialog that asks a person
 * whose session has ended to sign in, without losing what they are typing.
 */
import { ApiError } from '@palkit/contract/api-error';
import { endConsoleSession, listConsoleSessions, type ConsoleSession } from '@palkit/contract/console';
import { listPals, type Pal } from '@palkit/contract/pals';
import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { state } from 'lit/decorators.js';
import { attempt, isSessionEnd, onSessionEnd, request, SERVICE } from './api.ts';
import './components.ts';
import '../sign-in/form.ts';
import { t } from './words.ts';

export const PAGES = ['home', 'knowledge', 'look', 'conversations', 'settings'] as const;
export type PageName = (typeof PAGES)[number];

export const addressOf = (page: PageName | 'sign-in', query: Record<string, string> = {}): string => {
  const text = new URLSearchParams(query).toString();
  return `${SERVICE}/console${page === 'home' ? '' : `/${page}`}${text ? `?${text}` : ''}`;
};

const CHOSEN_PAL = 'palkit-console-pal';
const MOST_PALS = 200;

/** The words of a refusal, as the service says them. */
export const faultWords = (error: unknown): string =>
  error instanceof ApiError && error.message ? error.message : t('unreachable');

export abstract class ConsolePage extends LitElement {
  abstract readonly page: PageName;
  @state() protected session: ConsoleSession | null = null;
  @state() protected pals: readonly Pal[] = [];
  @state() protected pal: Pal | null = null;
  @state() protected fault = '';
  @state() protected notice = '';
  @state() protected busy = false;
  @state() private loaded = false;
  @state() private asksToSignIn = false;
  #signedIn: (() => void)[] = [];

  /** Pages share one style sheet, so they render without a shadow root. */
  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    document.title = `${t(this.page)} · Palkit`;
    void this.#load();
  }

  async #load(): Promise<void> {
    try {
      const { result } = await attempt(listConsoleSessions, {});
      this.session = result.data.find(({ current }) => current) ?? null;
    } catch (error) {
      if (isSessionEnd(error)) {
        location.replace(addressOf('sign-in', { next: location.pathname + location.search }));
        return;
      }
      this.fault = faultWords(error);
      return;
    }
    onSessionEnd(
      () =>
        new Promise((resolve) => {
          this.asksToSignIn = true;
          this.#signedIn.push(resolve);
        }),
    );
    await this.run(async () => {
      await this.loadPals();
      await this.ready();
    });
    this.loaded = true;
  }

  protected async loadPals(): Promise<void> {
    const { data } = await request(listPals, { query: { limit: String(MOST_PALS) } });
    this.pals = data;
    const storedId = localStorage.getItem(CHOSEN_PAL);
    this.pal = data.find(({ pal_id }) => pal_id === storedId) ?? data[0] ?? null;
  }

  protected choosePal(id: string): void {
    localStorage.setItem(CHOSEN_PAL, id);
  }

  /** Loads what the page shows; `pal` and `session` are there. */
  protected async ready(): Promise<void> {}
  protected abstract content(): TemplateResult;

  /** Runs what a person asked for; its refusal is shown in the service's words. True if it worked. */
  protected async run(work: () => Promise<void>, message = ''): Promise<boolean> {
    this.busy = true;
    this.fault = '';
    this.notice = '';
    try {
      await work();
      this.notice = message;
      return true;
    } catch (error) {
      this.fault = faultWords(error);
      return false;
    } finally {
      this.busy = false;
    }
  }

  /** Loads what the page can show without, so that the rest is there at once. */
  protected later(work: Promise<void>): void {
    work.catch((error: unknown) => (this.fault = faultWords(error)));
  }

  override render(): TemplateResult {
    return html`
      <a class="skip" href="#main">${t('skip')}</a>
      <header>
        <strong class="brand">Palkit</strong>
        <nav aria-label=${t('navigation')}>
          ${PAGES.map(
            (page) =>
              html`<a href=${addressOf(page)} aria-current=${page === this.page ? 'page' : nothing}
                >${t(page)}</a
              >`,
          )}
        </nav>
        ${
          this.pals.length > 1
            ? html`<label class="pal"
                >${t('agent')}
                <select @change=${this.#picked}>
                  ${this.pals.map(
                    ({ pal_id, pal_name }) =>
                      html`<option value=${pal_id} ?selected=${pal_id === this.pal?.pal_id}>
                        ${pal_name}
                      </option>`,
                  )}
                </select></label
              >`
            : nothing
        }
        ${
          this.session
            ? html`<wa-button size="s" appearance="plain" @click=${this.#signOut}
                >${t('signOut', { name: this.session.name })}</wa-button
              >`
            : nothing
        }
      </header>
      <main id="main" tabindex="-1" aria-busy=${this.busy}>
        <h1>${t(this.page)}</h1>
        <div role="status">
          ${this.notice ? html`<wa-callout variant="success">${this.notice}</wa-callout>` : nothing}
        </div>
        <div role="alert">
          ${this.fault ? html`<wa-callout variant="danger">${this.fault}</wa-callout>` : nothing}
        </div>
        ${this.loaded ? this.content() : this.fault ? nothing : html`<p>${t('loading')}</p>`}
      </main>
      ${
        this.asksToSignIn
          ? html`<wa-dialog open label=${t('signInAgain')} @wa-hide=${this.#keepOpen}>
              <p>${t('sessionEnded')}</p>
              <palkit-sign-in-form
                .name=${this.session?.name ?? ''}
                @signed-in=${this.#goOn}
              ></palkit-sign-in-form>
            </wa-dialog>`
          : nothing
      }
    `;
  }

  #picked = (event: Event): void => {
    this.choosePal((event.target as HTMLSelectElement).value);
    location.reload();
  };

  #signOut = async (): Promise<void> => {
    const session_id = this.session?.session_id;
    if (session_id === undefined) return;
    await this.run(async () => {
      await attempt(endConsoleSession, { params: { session_id } });
      location.assign(addressOf('sign-in'));
    });
  };

  /** The dialog stays until the person has signed in: the request behind it waits. */
  #keepOpen = (event: Event): void => {
    if (this.asksToSignIn) event.preventDefault();
  };

  #goOn = (event: CustomEvent<ConsoleSession>): void => {
    this.session = event.detail;
    this.asksToSignIn = false;
    for (const resolve of this.#signedIn.splice(0)) resolve();
  };
}

/** Asks before something is lost. */
export function confirmDialog(
  label: string,
  words: string,
  action: string,
  decide: (agreed: boolean) => void,
): TemplateResult {
  return html`<wa-dialog open label=${label} @wa-after-hide=${() => decide(false)}>
    <p>${words}</p>
    <wa-button slot="footer" appearance="outlined" @click=${() => decide(false)}>${t('cancel')}</wa-button>
    <wa-button slot="footer" variant="danger" @click=${() => decide(true)}>${action}</wa-button>
  </wa-dialog>`;
}

/** An address of a visitor or a document as a link: only if it is one of the web. */
export const webAddress = (address: string | null): string | null =>
  address !== null && /^https?:\/\//i.test(address) ? address : null;

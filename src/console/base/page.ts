/**
 * Base class of the console's pages: navigation, selected agent, messages, and a sign-in dialog. If the session ends,
 * the user can sign in there without losing unsaved input.
 */
import { endConsoleSession, listConsoleSessions, type ConsoleSession } from '@palkit/contract/console';
import { listPals, type Pal } from '@palkit/contract/pals';
import { html, nothing, type TemplateResult } from 'lit';
import { state } from 'lit/decorators.js';
import { attempt, isSessionEnd, onSessionEnd, request, SERVICE } from './api.ts';
import './components.ts';
import '../sign-in/form.ts';
import { ConsolePart } from './part.ts';
import { selectField } from './form-fields.ts';
import { button } from './templates.ts';
import { date, t } from './words.ts';

export const PAGES = ['home', 'knowledge', 'look', 'conversations', 'settings'] as const;
export type PageName = (typeof PAGES)[number];

export const addressOf = (page: PageName | 'sign-in', query: Record<string, string> = {}): string => {
  const text = new URLSearchParams(query).toString();
  return `${SERVICE}/console${page === 'home' ? '' : `/${page}`}${text ? `?${text}` : ''}`;
};

const CHOSEN_PAL = 'palkit-console-pal';
const MAX_PALS = 200;

export abstract class ConsolePage extends ConsolePart {
  abstract readonly page: PageName;
  @state() protected session: ConsoleSession | null = null;
  @state() protected pals: readonly Pal[] = [];
  @state() protected pal: Pal | null = null;
  @state() private loaded = false;
  @state() private asksToSignIn = false;
  #onSignedIn: (() => void)[] = [];

  protected override async load(): Promise<void> {
    document.title = `${t(this.page)} · Palkit`;
    try {
      const { result } = await attempt(listConsoleSessions, {});
      this.session = result.data.find(({ current }) => current) ?? null;
    } catch (error) {
      if (!isSessionEnd(error)) throw error;
      return location.replace(addressOf('sign-in', { next: location.pathname + location.search }));
    }
    onSessionEnd(
      () =>
        new Promise((resolve) => {
          this.asksToSignIn = true;
          this.#onSignedIn.push(resolve);
        }),
    );
    await this.run(async () => {
      this.pals = (await request(listPals, { query: { limit: String(MAX_PALS) } })).data;
      const storedId = localStorage.getItem(CHOSEN_PAL);
      this.pal = this.pals.find(({ pal_id }) => pal_id === storedId) ?? this.pals[0] ?? null;
      await this.ready();
    });
    this.loaded = true;
  }

  protected choosePal(id: string): void {
    localStorage.setItem(CHOSEN_PAL, id);
  }

  /** Loads the data of the page, after `pal` and `session` were set. */
  protected async ready(): Promise<void> {}
  protected abstract content(): TemplateResult;

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
            ? selectField(t('agent'), palNames(this.pals), this.pal?.pal_id ?? '', {
                choose: this.#handlePick,
              })
            : nothing
        }
        ${this.session ? button(t('signOut', { name: this.session.name }), () => this.#signOut()) : nothing}
      </header>
      <main id="main" tabindex="-1" aria-busy=${this.busy} @pal-changed=${this.#putPal}>
        <h1>${t(this.page)}</h1>
        ${this.messages()}
        ${this.loaded ? this.content() : this.fault ? nothing : html`<p>${t('loading')}</p>`}
      </main>
      ${
        this.asksToSignIn
          ? html`<wa-dialog open label=${t('signInAgain')} @wa-hide=${this.#keepOpen}>
              <p>${t('sessionEnded')}</p>
              <palkit-sign-in-form
                .name=${this.session?.name ?? ''}
                @signed-in=${this.#continueAfterSignIn}
              ></palkit-sign-in-form>
            </wa-dialog>`
          : nothing
      }
    `;
  }

  #putPal = ({ detail }: CustomEvent<Pal>): void => {
    this.pal = detail;
  };

  #handlePick = (id: string): void => {
    this.choosePal(id);
    location.reload();
  };

  #signOut(): Promise<boolean> {
    return this.run(async () => {
      await attempt(endConsoleSession, { params: { session_id: this.session!.session_id } });
      location.assign(addressOf('sign-in'));
    });
  }

  /** Prevents closing the dialog before the user has signed in, because a request waits for it. */
  #keepOpen = (event: Event): void => {
    if (this.asksToSignIn) event.preventDefault();
  };

  #continueAfterSignIn = (event: CustomEvent<ConsoleSession>): void => {
    this.session = event.detail;
    this.asksToSignIn = false;
    for (const resolve of this.#onSignedIn.splice(0)) resolve();
  };
}

/** Returns ids and names of the agents. If several have the same name, the creation time is added. */
export const palNames = (pals: readonly Pal[]): [string, string][] =>
  pals.map(({ pal_id, pal_name, created_at }) => {
    const isShared = pals.some((other) => other.pal_id !== pal_id && other.pal_name === pal_name);
    return [pal_id, isShared ? `${pal_name} (${date(created_at)})` : pal_name];
  });

import { changeAccount, getAccount, type Account } from '@palkit/contract/account';
import {
  endConsoleSession,
  listConsolePeople,
  listConsoleSessions,
  removeConsolePerson,
  type ConsolePerson,
  type ConsoleSession,
} from '@palkit/contract/console';
import { checkPalEngines, type EngineCheck } from '@palkit/contract/engine-checks';
import type * as z from 'zod/mini';
import { html, nothing, type TemplateResult } from 'lit';
import { customElement, state } from 'lit/decorators.js';
import { request } from '../base/api.ts';
import { addressOf, confirmDialog, ConsolePage } from '../base/page.ts';
import { button } from '../base/part.ts';
import { chooseLanguage, date, language, LANGUAGES, t, type ConsoleLanguage } from '../base/words.ts';
import './keys.ts';

/** People and their sessions, the engines, the address of callbacks, and the language of the console. */
@customElement('palkit-settings')
export class SettingsPage extends ConsolePage {
  readonly page = 'settings';
  @state() private sessions: readonly ConsoleSession[] = [];
  @state() private people: readonly ConsolePerson[] = [];
  @state() private callbackUrl = '';
  @state() private retentionDays = '';
  @state() private checks: readonly z.output<typeof EngineCheck>[] = [];
  @state() private removing: ConsolePerson | null = null;

  protected override async ready(): Promise<void> {
    const account = request(getAccount);
    await this.#listPeople();
    this.#putAccount(await account);
  }

  #putAccount({ callback_url, retention_days }: Account): void {
    this.callbackUrl = callback_url ?? '';
    this.retentionDays = String(retention_days ?? '');
  }

  async #listPeople(): Promise<void> {
    const [sessions, people] = await Promise.all([
      request(listConsoleSessions, { query: { limit: '200' } }),
      request(listConsolePeople, { query: { limit: '200' } }),
    ]);
    this.sessions = sessions.data;
    this.people = people.data;
  }

  protected override content(): TemplateResult {
    return html`${this.#who()} <palkit-keys></palkit-keys> ${this.#engines()}
      <section aria-labelledby="callbacks">
        <h2 id="callbacks">${t('conversations')}</h2>
        <form class="row" @submit=${this.#saveAddress}>
          <wa-input
            name="callback"
            type="url"
            label=${t('callbackAddress')}
            hint=${t('callbackHint')}
            maxlength="2048"
            .value=${this.callbackUrl}
          ></wa-input>
          <wa-input
            name="retention"
            type="number"
            label=${t('retention')}
            hint=${t('retentionHint')}
            min="1"
            max="3650"
            .value=${this.retentionDays}
          ></wa-input>
          <wa-button type="submit" variant="brand">${t('save')}</wa-button>
        </form>
      </section>
      <section aria-labelledby="language">
        <h2 id="language">${t('language')}</h2>
        <label
          >${t('consoleLanguage')}
          <select @change=${this.#speak}>
            ${Object.entries(LANGUAGES).map(
              ([tag, name]) =>
                html`<option value=${tag} lang=${tag} ?selected=${tag === language}>${name}</option>`,
            )}
          </select></label
        >
      </section>
      ${
        this.removing
          ? confirmDialog(
              t('removePerson'),
              t('removePersonWords', { name: this.removing.name }),
              t('remove'),
              this.#decide,
            )
          : nothing
      }`;
  }

  #who(): TemplateResult {
    return html`<section aria-labelledby="people">
      <h2 id="people">${t('people')}</h2>
      <p class="quiet">${t('peopleWords')}</p>
      <ul class="cards">
        ${this.people.map(
          (person) =>
            html`<li>
              <div>
                <strong>${person.name}</strong>
                <span class="quiet">${t('sessionCount', { count: person.session_count })}</span>
              </div>
              ${
                person.person_id === this.session?.person_id
                  ? nothing
                  : button(t('remove'), () => (this.removing = person), 'danger')
              }
            </li>`,
        )}
      </ul>
      <h3>${t('sessions')}</h3>
      <ul class="cards">
        ${this.sessions.map(
          (session) =>
            html`<li>
              <div>
                <strong>${session.name}</strong>
                <span class="quiet"
                  >${session.current ? t('thisBrowser') : ''}
                  ${t('seenAt', { time: date(session.seen_at) })}</span
                >
                <span class="quiet">${session.browser}</span>
              </div>
              ${button(t('endSession'), () => this.#end(session))}
            </li>`,
        )}
      </ul>
    </section>`;
  }

  #engines(): TemplateResult | typeof nothing {
    if (!this.pal) return nothing;
    return html`<section aria-labelledby="engines">
      <h2 id="engines">${t('engines')}</h2>
      <div role="status">
        <ul class="plain">
          ${this.checks.map(
            ({ engine, works, words }) =>
              html`<li>
                <strong>${t(engine)}</strong>
                <wa-badge variant=${works === false ? 'danger' : 'success'}
                  >${t(works === null ? 'builtIn' : works ? 'works' : 'fails')}</wa-badge
                >
                ${words}
              </li>`,
          )}
        </ul>
      </div>
      <wa-button appearance="outlined" ?loading=${this.busy} @click=${this.#check}
        >${t('checkEngines')}</wa-button
      >
    </section>`;
  }

  #speak = (event: Event): void => {
    chooseLanguage((event.target as HTMLSelectElement).value as ConsoleLanguage);
  };

  #check = (): void => {
    const pal_id = this.pal?.pal_id;
    if (pal_id === undefined) return;
    void this.run(async () => {
      this.checks = (await request(checkPalEngines, { params: { pal_id } })).data;
    });
  };

  #end({ session_id, current }: ConsoleSession): void {
    void this.run(async () => {
      await request(endConsoleSession, { params: { session_id } });
      if (current) location.assign(addressOf('sign-in'));
      else await this.#listPeople();
    });
  }

  #saveAddress = (event: SubmitEvent): void => {
    event.preventDefault();
    const days = this.field('retention');
    const body = { callback_url: this.field('callback') || null, retention_days: days ? Number(days) : null };
    void this.run(async () => this.#putAccount(await request(changeAccount, { body })), t('saved'));
  };

  #decide = (agreed: boolean): void => {
    const person = this.removing;
    this.removing = null;
    if (!agreed || !person) return;
    void this.run(async () => {
      await request(removeConsolePerson, { params: { person_id: person.person_id } });
      await this.#listPeople();
    });
  };
}

import { changeAccount, getAccount, type Account } from '@palkit/contract/account';
import { downloadBackup } from '@palkit/contract/backups';
import {
  endConsoleSession,
  listConsolePeople,
  listConsoleSessions,
  removeConsolePerson,
  type ConsolePerson,
  type ConsoleSession,
} from '@palkit/contract/console';
import { html, nothing, type TemplateResult } from 'lit';
import { customElement, state } from 'lit/decorators.js';
import { download, request, saveFile } from '../base/api.ts';
import { addressOf, ConsolePage } from '../base/page.ts';
import { selectField, submitButton, textField } from '../base/form-fields.ts';
import { button, DANGER, card, cards, section } from '../base/templates.ts';
import { chooseLanguage, date, language, LANGUAGES, t } from '../base/words.ts';
import './engines.ts';
import './keys.ts';
import './models.ts';

const BACKUP = ['backupEmbedded', 'backupPostgres', 'backupRestore'] as const;

/** The settings page: people, sessions, API keys, engines, models, callbacks, the console's language, backups. */
@customElement('palkit-settings')
export class SettingsPage extends ConsolePage {
  readonly page = 'settings';
  @state() private sessions: readonly ConsoleSession[] = [];
  @state() private people: readonly ConsolePerson[] = [];
  @state() private account: Account | null = null;

  protected override async ready(): Promise<void> {
    [this.account] = await Promise.all([request(getAccount), this.#listPeople()]);
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
    const languages = Object.entries(LANGUAGES);
    const languageChoice = selectField(t('consoleLanguage'), languages, language, { choose: chooseLanguage });
    const backup = html`${this.runButton(t('downloadBackup'), this.#backup, { size: 'm', isBusy: this.busy })}
    ${BACKUP.map((words) => html`<p>${t(words)}</p>`)}`;
    return html`${this.#peopleSection()} <palkit-keys></palkit-keys>
      <palkit-engines .palId=${this.pal?.pal_id ?? ''}></palkit-engines>
      <palkit-models></palkit-models>
      ${section(
        'callbacks',
        t('conversations'),
        html`<form class="row" @submit=${this.#saveAddress}>
          ${textField('callback', t('callbackAddress'), {
            type: 'url',
            value: this.account?.callback_url ?? '',
            hint: t('callbackHint'),
            longest: 2048,
          })}
          ${textField('retention', t('retention'), {
            type: 'number',
            value: String(this.account?.retention_days ?? ''),
            hint: t('retentionHint'),
            from: 1,
            to: 3650,
          })}
          ${submitButton(t('save'))}
        </form>`,
      )}
      ${section('language', t('language'), languageChoice)}
      ${this.account?.is_owner ? section('backup', t('backup'), backup) : nothing}`;
  }

  #peopleSection(): TemplateResult {
    const content = html`<p class="quiet">${t('peopleWords')}</p>
      ${cards(
        this.people.map((person) =>
          card(
            person.name,
            [t('sessionCount', { count: person.session_count })],
            person.person_id === this.session?.person_id
              ? nothing
              : button(t('remove'), () => this.#remove(person), DANGER),
          ),
        ),
      )}
      <h3>${t('sessions')}</h3>
      ${cards(
        this.sessions.map((session) => {
          const lastRequest = t('seenAt', { time: date(session.seen_at) });
          return card(
            session.name,
            [session.current ? `${t('thisBrowser')} ${lastRequest}` : lastRequest, session.browser],
            this.runButton(t('endSession'), () => this.#end(session)),
          );
        }),
      )}`;
    return section('people', t('people'), content);
  }

  async #end({ session_id, current }: ConsoleSession): Promise<void> {
    await request(endConsoleSession, { params: { session_id } });
    if (current) location.assign(addressOf('sign-in'));
    else await this.#listPeople();
  }

  readonly #backup = async () =>
    saveFile(`palkit-backup-${new Date().toISOString().slice(0, 10)}.tgz`, await download(downloadBackup));

  readonly #saveAddress = this.action(async () => {
    const days = this.field('retention');
    const body = { callback_url: this.field('callback') || null, retention_days: days ? Number(days) : null };
    this.account = await request(changeAccount, { body });
  }, t('saved'));

  #remove({ person_id, name }: ConsolePerson): void {
    this.confirm('removePerson', 'remove', { name }, async () => {
      await request(removeConsolePerson, { params: { person_id } });
      await this.#listPeople();
    });
  }
}

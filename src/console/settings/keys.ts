import { KEY_SCOPES } from '@palkit/contract/endpoint';
import { createKey, listKeys, revokeKey, type Key } from '@palkit/contract/keys';
import { html, type TemplateResult } from 'lit';
import { customElement, state } from 'lit/decorators.js';
import { request } from '../base/api.ts';
import { ConsoleSection } from '../base/part.ts';
import { selectField, submitButton, textField } from '../base/form-fields.ts';
import { button, DANGER, card, cards } from '../base/templates.ts';
import { date, t } from '../base/words.ts';

/** The account's API keys with name, scope and last use. A new key is shown only once. */
@customElement('palkit-keys')
export class Keys extends ConsoleSection {
  protected override readonly heading = 'keys';
  @state() private keys: readonly Key[] = [];

  protected override async load(): Promise<void> {
    const { data } = await request(listKeys, { query: { limit: '200' } });
    this.keys = data.filter(({ revoked_at }) => revoked_at === null);
  }

  protected override content(): TemplateResult {
    const options = KEY_SCOPES.map((scope) => [scope, t(`scope-${scope}`)] as const);
    return html`${cards(
        this.keys.map((key) =>
          card(
            key.name || key.shown,
            [
              `${key.shown} · ${t(`scope-${key.scope}`)}`,
              key.last_used_at ? t('usedAt', { time: date(key.last_used_at) }) : t('neverUsed'),
            ],
            button(t('revoke'), () => this.#revoke(key), DANGER),
          ),
        ),
      )}
      <form class="row" @submit=${this.#create}>
        ${textField('key-name', t('name'), { longest: 200, required: true })}
        ${selectField(t('scope'), options, 'read', { name: 'scope' })}
        ${submitButton(t('createKey'), this.busy, 'outlined')}
      </form>`;
  }

  readonly #create = this.action(async () => {
    const scope = KEY_SCOPES.find((choice) => choice === this.inputOf('scope')) ?? 'read';
    const body = { name: this.field('key-name'), scope };
    const { key } = await request(createKey, { body });
    await this.load();
    return t('newKey', { key });
  });

  #revoke(key: Key): void {
    this.confirm('revokeKey', 'revoke', { name: key.name || key.shown }, async () => {
      await request(revokeKey, { params: { key_id: key.key_id } });
      await this.load();
    });
  }
}

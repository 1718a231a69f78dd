import { KEY_SCOPES } from '@palkit/contract/endpoint';
import { createKey, listKeys, revokeKey, type Key } from '@palkit/contract/keys';
import { html, nothing, type TemplateResult } from 'lit';
import { customElement, state } from 'lit/decorators.js';
import { request } from '../base/api.ts';
import { confirmDialog } from '../base/page.ts';
import { button, ConsolePart, selectField } from '../base/part.ts';
import { date, t } from '../base/words.ts';

/** Keys of the account: their names, scopes and last use. A new one is shown once. */
@customElement('palkit-keys')
export class Keys extends ConsolePart {
  @state() private keys: readonly Key[] = [];
  @state() private revoking: Key | null = null;

  override connectedCallback(): void {
    super.connectedCallback();
    this.later(this.#load());
  }

  async #load(): Promise<void> {
    const { data } = await request(listKeys, { query: { limit: '200' } });
    this.keys = data.filter(({ revoked_at }) => revoked_at === null);
  }

  override render(): TemplateResult {
    const options = KEY_SCOPES.map((scope) => [scope, t(`scope-${scope}`)] as const);
    return html`<section aria-labelledby="keys">
      <h2 id="keys">${t('keys')}</h2>
      ${this.messages()}
      <ul class="cards">
        ${this.keys.map(
          (key) =>
            html`<li>
              <div>
                <strong>${key.name || key.shown}</strong>
                <span class="quiet">${key.shown} · ${t(`scope-${key.scope}`)}</span>
                <span class="quiet"
                  >${key.last_used_at ? t('usedAt', { time: date(key.last_used_at) }) : t('neverUsed')}</span
                >
              </div>
              ${button(t('revoke'), () => (this.revoking = key), 'danger')}
            </li>`,
        )}
      </ul>
      <form class="row" @submit=${this.#create}>
        <wa-input name="key-name" label=${t('name')} maxlength="200" required></wa-input>
        ${selectField(t('scope'), options, 'read', { name: 'scope' })}
        <wa-button type="submit" appearance="outlined" ?loading=${this.busy}>${t('createKey')}</wa-button>
      </form>
      ${
        this.revoking
          ? confirmDialog(
              t('revokeKey'),
              t('revokeKeyWords', { name: this.revoking.name || this.revoking.shown }),
              t('revoke'),
              this.#decide,
            )
          : nothing
      }
    </section>`;
  }

  #create = (event: SubmitEvent): void => {
    event.preventDefault();
    const scope = KEY_SCOPES.find((choice) => choice === this.typed('scope')) ?? 'read';
    const body = { name: this.field('key-name'), scope };
    void this.run(async () => {
      const { key } = await request(createKey, { body });
      await this.#load();
      return t('newKey', { key });
    });
  };

  #decide = (agreed: boolean): void => {
    const key = this.revoking;
    this.revoking = null;
    if (!agreed || !key) return;
    void this.run(async () => {
      await request(revokeKey, { params: { key_id: key.key_id } });
      await this.#load();
    });
  };
}

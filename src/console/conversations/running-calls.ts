import { listConversations, type ConversationRead } from '@palkit/contract/conversations';
import type { Pal } from '@palkit/contract/pals';
import { html, nothing, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { request } from '../base/api.ts';
import { addressOf } from '../base/page.ts';
import { ConsolePart } from '../base/part.ts';
import { date, t } from '../base/words.ts';

/** Milliseconds between two looks. */
const LOOK = 2000;
const MOST = 50;

/** Calls that go on, those whose visitor wants a person first; the page's title counts these. */
@customElement('palkit-running-calls')
export class RunningCalls extends ConsolePart {
  @property({ attribute: false }) pals: readonly Pal[] = [];
  @state() private calls: readonly ConversationRead[] = [];

  override connectedCallback(): void {
    super.connectedCallback();
    void this.repeat(LOOK, async (signal) => {
      const query = { status: 'active' as const, limit: String(MOST) };
      const { data } = await request(listConversations, { query, signal });
      this.calls = data.toSorted((one, other) => Number(isWaiting(other)) - Number(isWaiting(one)));
      const count = data.filter(isWaiting).length;
      document.title = `${count > 0 ? `(${count}) ` : ''}${document.title.replace(/^\(\d+\) /, '')}`;
      return true;
    });
  }

  override render(): TemplateResult {
    return html`${this.messages()}
    ${
      this.calls.length > 0
        ? html`<section aria-labelledby="running">
            <h2 id="running">${t('runningCalls')}</h2>
            <ul class="cards" aria-live="polite">
              ${this.calls.map((call) => this.#call(call))}
            </ul>
          </section>`
        : nothing
    }`;
  }

  #call({ conversation_id, created_at, pal_id, handover }: ConversationRead): TemplateResult {
    return html`<li>
      <div>
        <a href=${addressOf('conversations', { conversation: conversation_id })}>${date(created_at)}</a>
        <span class="quiet">${this.pals.find((pal) => pal.pal_id === pal_id)?.pal_name}</span>
        ${handover?.reason ? html`<span>${handover.reason}</span>` : nothing}
      </div>
      ${
        handover
          ? html`<wa-badge variant=${handover.state === 'requested' ? 'warning' : 'neutral'}
              >${t(`handover-${handover.state}`, { name: handover.name ?? '' })}</wa-badge
            >`
          : nothing
      }
    </li>`;
  }
}

const isWaiting = ({ handover }: ConversationRead): boolean => handover?.state === 'requested';

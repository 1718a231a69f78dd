import { listConversations, type ConversationRead } from '@palkit/contract/conversations';
import type { Pal } from '@palkit/contract/pals';
import { html, nothing, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { request } from '../base/api.ts';
import { addressOf } from '../base/page.ts';
import { ConsolePart } from '../base/part.ts';
import { card, cards, section } from '../base/templates.ts';
import { date, t } from '../base/words.ts';

/** Milliseconds between two reads of the list. */
const POLL_MS = 2000;
const MAX_CALLS = 50;

/** Lists running calls; those whose visitor requested a person come first and are counted in the page's title. */
@customElement('palkit-running-calls')
export class RunningCalls extends ConsolePart {
  @property({ attribute: false }) pals: readonly Pal[] = [];
  @state() private calls: readonly ConversationRead[] = [];

  protected override async load(): Promise<void> {
    await this.repeat(POLL_MS, async (signal) => {
      const query = { status: 'active' as const, limit: String(MAX_CALLS) };
      const { data } = await request(listConversations, { query, signal });
      this.calls = data.toSorted((a, b) => Number(isWaiting(b)) - Number(isWaiting(a)));
      const count = data.filter(isWaiting).length;
      document.title = `${count > 0 ? `(${count}) ` : ''}${document.title.replace(/^\(\d+\) /, '')}`;
      return true;
    });
  }

  override render(): TemplateResult {
    const calls = html`<div aria-live="polite">${cards(this.calls.map((call) => this.#call(call)))}</div>`;
    return html`${this.messages()}
    ${this.calls.length > 0 ? section('running', t('runningCalls'), calls) : nothing}`;
  }

  #call({ conversation_id, created_at, pal_id, handover }: ConversationRead): TemplateResult {
    const words = handover && t(`handover-${handover.state}`, { name: handover.name ?? '' });
    const variant = handover?.state === 'requested' ? 'warning' : 'neutral';
    return card(
      '',
      [
        html`<a href=${addressOf('conversations', { conversation: conversation_id })}
          >${date(created_at)}</a
        >`,
        this.pals.find((pal) => pal.pal_id === pal_id)?.pal_name,
        html`<span>${handover?.reason ?? nothing}</span>`,
      ],
      words ? html`<wa-badge variant=${variant}>${words}</wa-badge>` : nothing,
    );
  }
}

const isWaiting = ({ handover }: ConversationRead): boolean => handover?.state === 'requested';

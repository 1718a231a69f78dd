import type { TranscriptEntry } from '@palkit/contract/conversations';
import type { Result } from '@palkit/contract/endpoint';
import { handBack, listConversationLines, takeOver, writePersonLine } from '@palkit/contract/handovers';
import { html, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { request } from '../base/api.ts';
import { ConsolePart } from '../base/part.ts';
import { textField } from '../base/form-fields.ts';
import { button } from '../base/templates.ts';
import { t } from '../base/words.ts';
import { transcript } from './transcript.ts';

type Answer = Result<typeof listConversationLines>;

/** Milliseconds between two reads of the call. */
const POLL_MS = 700;
/** Number of last lines that are read again, because the visitor's last line may still change. */
const REREAD_LINES = 5;

const NO_LINE = { text: '', line_id: '' };

/** Shows a running call line by line, and lets the user write instead of the agent. @fires ended - The call is over. */
@customElement('palkit-live-call')
export class LiveCall extends ConsolePart {
  @property() conversationId = '';
  /** The name under which the visitor sees the user's lines. */
  @property() personName = '';
  @state() private lines: readonly TranscriptEntry[] = [];
  @state() private handover: Answer['handover'] = null;
  /** The line that is being sent. Its id ensures that it is stored once, even if it is sent several times. */
  #line = NO_LINE;

  get #params() {
    return { conversation_id: this.conversationId };
  }

  protected override async load(): Promise<void> {
    await this.repeat(POLL_MS, async (signal) => {
      const from = Math.max(0, this.lines.length - REREAD_LINES);
      const query = { from: String(from) };
      const answer = await request(listConversationLines, { params: this.#params, query, signal });
      const lines = [...this.lines];
      for (const { position, ...line } of answer.data) lines[position] = line;
      this.lines = lines;
      this.handover = answer.handover;
      if (answer.status === 'ended') this.dispatchEvent(new CustomEvent('ended'));
      return answer.status === 'active';
    });
  }

  override render(): TemplateResult {
    const isMine = this.handover?.state === 'taken';
    const words = this.handover && t(`handover-${this.handover.state}`, { name: this.handover.name ?? '' });
    return html`<div role="log" aria-label=${t('transcript')}>
        ${transcript({ lines: this.lines, traces: [], interactions: [], spoken: -1, play: null })}
      </div>
      <p aria-live="polite">${words ?? ''}</p>
      ${this.messages()}
      ${
        isMine
          ? html`<form class="row" @submit=${this.#write}>
              ${textField('line', t('writeToVisitor'), { longest: 4000, autocomplete: 'off' })}
              <wa-button type="submit" variant="brand">${t('send')}</wa-button>
              ${button(t('handBack'), this.#handBack, { size: 'm' })}
            </form>`
          : html`<div>
              <wa-button variant="brand" @click=${this.#takeOver}>${t('takeOver')}</wa-button>
            </div>`
      }`;
  }

  readonly #takeOver = this.action(async () => {
    this.handover = await request(takeOver, { params: this.#params, body: { name: this.personName } });
    await this.updateComplete;
    this.querySelector<HTMLElement>('wa-input')?.focus();
  });

  readonly #handBack = this.action(async () => {
    this.handover = await request(handBack, { params: this.#params });
  });

  readonly #write = this.action(async () => {
    const text = this.field('line');
    if (text === '') return;
    // `randomUUID` is not available on pages over plain http.
    if (this.#line.text !== text)
      this.#line = { text, line_id: `${Date.now()}-${Math.random().toString(36).slice(2)}` };
    await request(writePersonLine, { params: this.#params, body: this.#line });
    const input = this.querySelector<HTMLElement & { value: string | null }>('wa-input');
    // The user may have typed more in the meantime.
    if (input?.value?.trim() === text) input.value = '';
    this.#line = NO_LINE;
  });
}

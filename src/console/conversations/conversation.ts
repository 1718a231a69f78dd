import { listCallbacks, retryCallback, type Callback } from '@palkit/contract/callbacks';
import {
  deleteConversation,
  getConversation,
  TranscriptEntry,
  type ConversationRead,
  type TurnTrace,
} from '@palkit/contract/conversations';
import { Feedback } from '@palkit/contract/feedback';
import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import * as z from 'zod/mini';
import { request } from '../base/api.ts';
import { addressOf, confirmDialog, faultWords } from '../base/page.ts';
import { clockTime, date, t } from '../base/words.ts';

/** One conversation: how it went, what was said and when, and the callbacks that told of it. */
@customElement('palkit-conversation')
export class ConversationView extends LitElement {
  @property() conversationId = '';
  @state() private row: ConversationRead | null = null;
  @state() private callbacks: readonly Callback[] = [];
  @state() private fault = '';
  @state() private asksToDelete = false;

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    void this.#try(() => this.#load());
  }

  async #try(work: () => Promise<void>): Promise<void> {
    this.fault = '';
    try {
      await work();
    } catch (error) {
      this.fault = faultWords(error);
    }
  }

  async #load(): Promise<void> {
    const params = { conversation_id: this.conversationId };
    this.row = await request(getConversation, { params, query: { verbose: 'true' } });
    const { data } = await request(listCallbacks, {
      query: { subject: this.conversationId, limit: '100', sort: 'asc' },
    });
    this.callbacks = data;
  }

  override render(): TemplateResult {
    return html`<div role="alert">
        ${this.fault ? html`<wa-callout variant="danger">${this.fault}</wa-callout>` : nothing}
      </div>
      ${this.row ? this.#view(this.row) : nothing}`;
  }

  #view(row: ConversationRead): TemplateResult {
    const rating = ratingOf(row);
    return html`<div class="row">
        <h2>${date(row.created_at)}</h2>
        <wa-button size="s" appearance="outlined" variant="danger" @click=${() => (this.asksToDelete = true)}
          >${t('delete')}</wa-button
        >
      </div>
      <dl class="facts">
        <dt>${t('status')}</dt>
        <dd>${row.status === 'active' ? t('running') : t('ended')}</dd>
        ${
          row.shutdown_reason
            ? html`<dt>${t('endedBy')}</dt>
                <dd>${row.shutdown_reason}</dd>`
            : nothing
        }
        <dt>${t('outcome')}</dt>
        <dd>${outcomes(row.traces ?? [])}</dd>
        ${
          rating
            ? html`<dt>${t('rating')}</dt>
                <dd>
                  ${t('stars', { count: rating.rating })}${rating.comment ? `: ${rating.comment}` : ''}
                </dd>`
            : nothing
        }
      </dl>
      <section aria-labelledby="transcript">
        <h3 id="transcript">${t('transcript')}</h3>
        ${this.#transcript(row)}
      </section>
      ${this.#callbackList()}
      ${
        this.asksToDelete
          ? confirmDialog(t('deleteConversation'), t('deleteConversationWords'), t('delete'), this.#decide)
          : nothing
      }`;
  }

  #transcript(row: ConversationRead): TemplateResult {
    const lines = transcriptOf(row);
    const traces = new Map((row.traces ?? []).map((trace) => [trace.inference_id, trace]));
    if (lines.length === 0) return html`<p class="quiet">${t('noTranscript')}</p>`;
    return html`<ol class="transcript">
      ${lines.map(
        (line) =>
          html`<li class=${line.role}>
            <span class="quiet">${clockTime(line.seconds_from_start)}</span>
            <div>
              <strong>${line.role === 'user' ? (line.participant_name ?? t('visitor')) : t('agent')}</strong>
              <p>${line.content}</p>
              ${this.#turn(line.inference_id === undefined ? undefined : traces.get(line.inference_id))}
            </div>
          </li>`,
      )}
    </ol>`;
  }

  #turn(trace: TurnTrace | undefined): TemplateResult | typeof nothing {
    if (!trace) return nothing;
    const sources = [...new Set(trace.notes.slice(0, 3).map((note) => note.document_name))].filter(Boolean);
    return html`<p class="quiet">
      ${[
        trace.outcome ? t(trace.outcome) : '',
        trace.state === 'cut' ? t('interrupted') : '',
        trace.first_word === null ? '' : t('firstWord', { seconds: (trace.first_word / 1000).toFixed(1) }),
        sources.length > 0 ? t('from', { names: sources.join(', ') }) : '',
        ...trace.tools.map(({ name }) => t('tool', { name })),
      ]
        .filter(Boolean)
        .join(' · ')}
    </p>`;
  }

  #callbackList(): TemplateResult | typeof nothing {
    if (this.callbacks.length === 0) return nothing;
    return html`<section aria-labelledby="callbacks">
      <h3 id="callbacks">${t('callbacks')}</h3>
      <ul class="cards">
        ${this.callbacks.map(
          (callback) =>
            html`<li>
              <div>
                <strong>${callback.event_type ?? callback.callback_id}</strong>
                <span class="quiet">${callback.url}</span>
                <span class="quiet"
                  >${t(callback.status)} · ${t('tries', { count: callback.attempts.length })}
                  ${callback.attempts.at(-1)?.failure ?? ''}</span
                >
              </div>
              ${
                callback.status === 'failed'
                  ? html`<wa-button size="s" appearance="outlined" @click=${() => this.#retry(callback)}
                      >${t('sendAgain')}</wa-button
                    >`
                  : nothing
              }
            </li>`,
        )}
      </ul>
    </section>`;
  }

  #retry({ callback_id }: Callback): void {
    void this.#try(async () => {
      await request(retryCallback, { params: { callback_id } });
      await this.#load();
    });
  }

  #decide = (agreed: boolean): void => {
    this.asksToDelete = false;
    if (!agreed) return;
    void this.#try(async () => {
      await request(deleteConversation, { params: { conversation_id: this.conversationId } });
      location.assign(addressOf('conversations'));
    });
  };
}

const Transcript = z.object({ transcript: z.array(TranscriptEntry) });

/** The stored transcript; of a running call, what its turns heard and wrote. */
function transcriptOf(row: ConversationRead): TranscriptEntry[] {
  const event = row.events?.findLast(({ event_type }) => event_type === 'application.transcription_ready');
  const parsed = Transcript.safeParse(event?.properties);
  if (parsed.success) return parsed.data.transcript;
  const start = Date.parse(row.created_at) / 1000;
  return (row.traces ?? []).flatMap(({ timestamp, inference_id, ...turn }) => {
    const times = { timestamp, seconds_from_start: timestamp - start, duration: 0 };
    return [
      ...(turn.heard ? [{ role: 'user' as const, content: turn.heard, ...times }] : []),
      ...(turn.written
        ? [{ role: 'assistant' as const, content: turn.written, inference_id, ...times }]
        : []),
    ];
  });
}

function ratingOf(row: ConversationRead): Feedback | null {
  const event = row.events?.findLast(({ event_type }) => event_type === 'application.feedback_received');
  const parsed = Feedback.safeParse(event?.properties);
  return parsed.success ? parsed.data : null;
}

/** How many turns had which outcome. */
function outcomes(traces: readonly TurnTrace[]): string {
  const counts = new Map<string, number>();
  for (const { outcome } of traces)
    if (outcome && outcome !== 'small_talk') counts.set(t(outcome), (counts.get(t(outcome)) ?? 0) + 1);
  return [...counts].map(([words, count]) => `${words}: ${count}`).join(', ') || '–';
}

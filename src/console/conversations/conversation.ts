import { listCallbacks, retryCallback, type Callback } from '@palkit/contract/callbacks';
import {
  deleteConversation,
  getConversation,
  listCanvasInteractions,
  type ConversationRead,
  type TranscriptEntry,
  type TurnTrace,
} from '@palkit/contract/conversations';
import { Feedback } from '@palkit/contract/feedback';
import { html, nothing, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { pathOf, request } from '../base/api.ts';
import { addressOf, confirmDialog } from '../base/page.ts';
import { button, ConsolePart } from '../base/part.ts';
import { date, t } from '../base/words.ts';
import './live-call.ts';
import { transcript, transcriptOf, type Interaction } from './transcript.ts';

/** Seconds by which a line is marked before it begins, for what a browser tells of a film's time comes late. */
const AHEAD = 0.3;

/** One conversation: how it went, what was said and when, its recording, and the callbacks that told of it. */
@customElement('palkit-conversation')
export class ConversationView extends ConsolePart {
  @property() conversationId = '';
  /** The name under which the person writes to a visitor. */
  @property() personName = '';
  @state() private row: ConversationRead | null = null;
  @state() private lines: readonly TranscriptEntry[] = [];
  @state() private interactions: readonly Interaction[] = [];
  @state() private callbacks: readonly Callback[] = [];
  @state() private asksToDelete = false;
  /** Index of the line that the recording plays; -1 for none. */
  @state() private spoken = -1;

  override connectedCallback(): void {
    super.connectedCallback();
    void this.run(() => this.#load());
  }

  async #load(): Promise<void> {
    const params = { conversation_id: this.conversationId };
    const { signal } = this.gone;
    this.row = await request(getConversation, { params, query: { verbose: 'true' }, signal });
    this.lines = transcriptOf(this.row);
    const query = { subject: this.conversationId, limit: '100', sort: 'asc' as const };
    this.callbacks = (await request(listCallbacks, { query, signal })).data;
    this.interactions = (await request(listCanvasInteractions, { params, signal })).data;
  }

  override render(): TemplateResult {
    return html`${this.messages()} ${this.row ? this.#view(this.row) : nothing}`;
  }

  #view(row: ConversationRead): TemplateResult {
    const rating = ratingOf(row);
    return html`<div class="row">
        <h2>${date(row.created_at)}</h2>
        ${button(t('delete'), () => (this.asksToDelete = true), 'danger')}
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
        ${
          row.handover?.message
            ? html`<dt>${t('message')}</dt>
                <dd>${messageOf(row.handover)}</dd>`
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
        ${
          row.status === 'active'
            ? html`<palkit-live-call
                .conversationId=${row.conversation_id}
                .personName=${this.personName}
                @ended=${() => this.run(() => this.#load())}
              ></palkit-live-call>`
            : html`${this.#recording(row)}
              ${transcript({
                lines: this.lines,
                traces: row.traces ?? [],
                interactions: this.interactions,
                spoken: this.spoken,
                play: row.recording?.recording_url ? this.#playFrom : null,
              })}`
        }
      </section>
      ${this.#callbackList()}
      ${
        this.asksToDelete
          ? confirmDialog(t('deleteConversation'), t('deleteConversationWords'), t('delete'), this.#decide)
          : nothing
      }`;
  }

  #recording({ recording }: ConversationRead): TemplateResult | typeof nothing {
    if (!recording) return nothing;
    if (!recording.recording_url)
      return html`<p class="quiet">${t('recording')}: ${t(`recording-${recording.status}`)}</p>`;
    return html`<video
      controls
      preload="metadata"
      aria-label=${t('recording')}
      src=${pathOf(recording.recording_url)}
      @timeupdate=${this.#mark}
      @seeked=${this.#mark}
      @ended=${() => (this.spoken = -1)}
    ></video>`;
  }

  #playFrom = ({ seconds_from_start }: TranscriptEntry): void => {
    const film = this.querySelector('video');
    if (!film) return;
    film.currentTime = seconds_from_start;
    void film.play().catch(() => undefined);
  };

  #mark = (event: Event): void => {
    const { currentTime } = event.target as HTMLVideoElement;
    this.spoken = this.lines.findLastIndex((line) => line.seconds_from_start <= currentTime + AHEAD);
  };

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
              ${callback.status === 'failed' ? button(t('sendAgain'), () => this.#retry(callback)) : nothing}
            </li>`,
        )}
      </ul>
    </section>`;
  }

  #retry({ callback_id }: Callback): void {
    void this.run(async () => {
      await request(retryCallback, { params: { callback_id } });
      await this.#load();
    });
  }

  #decide = (agreed: boolean): void => {
    this.asksToDelete = false;
    if (!agreed) return;
    void this.run(async () => {
      await request(deleteConversation, { params: { conversation_id: this.conversationId } });
      location.assign(addressOf('conversations'));
    });
  };
}

/** The message that was left, after the name and contact of its writer. */
const messageOf = ({ visitor, message }: NonNullable<ConversationRead['handover']>): string =>
  [visitor?.name, visitor?.contact, message].filter(Boolean).join(' · ');

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

import { listCallbacks, retryCallback, type Callback } from '@palkit/contract/callbacks';
import { ratingOf, transcriptOf } from '@palkit/contract/conversation-events';
import {
  deleteConversation,
  getConversation,
  listCanvasInteractions,
  type ConversationRead,
  type TranscriptEntry,
  type TurnTrace,
} from '@palkit/contract/conversations';
import { html, nothing, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { pathOf, request } from '../base/api.ts';
import { addressOf } from '../base/page.ts';
import { ConsolePart } from '../base/part.ts';
import { button, DANGER, card, cards, joinWords, terms } from '../base/templates.ts';
import { date, t, wordsFor } from '../base/words.ts';
import './live-call.ts';
import { transcript, type Interaction } from './transcript.ts';

/** Seconds by which a line is highlighted early, because browsers report the playback time late. */
const HIGHLIGHT_LEAD = 0.3;

/** Shows one conversation: its result, its lines with times, its recording and its callbacks. */
@customElement('palkit-conversation')
export class ConversationView extends ConsolePart {
  @property() conversationId = '';
  /** The name that visitors see when the user takes over. */
  @property() personName = '';
  @state() private row: ConversationRead | null = null;
  @state() private lines: readonly TranscriptEntry[] = [];
  @state() private interactions: readonly Interaction[] = [];
  @state() private callbacks: readonly Callback[] = [];
  /** Index of the line that the recording is playing; -1 if it is not playing. */
  @state() private lineAt = -1;

  protected override async load(): Promise<void> {
    const params = { conversation_id: this.conversationId };
    const { signal } = this.removal;
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
        ${button(t('delete'), this.#delete, DANGER)}
      </div>
      ${terms([
        [t('status'), t(row.status === 'active' ? 'running' : 'ended')],
        [t('endedBy'), row.shutdown_reason && wordsFor(row.shutdown_reason)],
        [t('message'), row.handover && messageOf(row.handover)],
        [t('outcome'), outcomes(row.traces ?? [])],
        [t('rating'), rating && joinWords([t('stars', { count: rating.rating }), rating.comment])],
      ])}
      <section aria-labelledby="transcript">
        <h3 id="transcript">${t('transcript')}</h3>
        ${
          row.status === 'active'
            ? html`<palkit-live-call
                .conversationId=${row.conversation_id}
                .personName=${this.personName}
                @ended=${() => this.run(() => this.load())}
              ></palkit-live-call>`
            : html`${this.#recording(row)}
              ${transcript({
                lines: this.lines,
                traces: row.traces ?? [],
                interactions: this.interactions,
                spoken: this.lineAt,
                play: row.recording?.recording_url ? this.#playFrom : null,
              })}`
        }
      </section>
      ${this.#callbackList()}`;
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
      @timeupdate=${this.#markLine}
      @seeked=${this.#markLine}
      @ended=${() => (this.lineAt = -1)}
    ></video>`;
  }

  #playFrom = ({ seconds_from_start }: TranscriptEntry): void => {
    const film = this.querySelector('video');
    if (!film) return;
    film.currentTime = seconds_from_start;
    void film.play().catch(() => undefined);
  };

  #markLine = (event: Event): void => {
    const { currentTime } = event.target as HTMLVideoElement;
    this.lineAt = this.lines.findLastIndex((line) => line.seconds_from_start <= currentTime + HIGHLIGHT_LEAD);
  };

  #callbackList(): TemplateResult | typeof nothing {
    if (this.callbacks.length === 0) return nothing;
    return html`<section aria-labelledby="callbacks">
      <h3 id="callbacks">${t('callbacks')}</h3>
      ${cards(
        this.callbacks.map((callback) =>
          card(
            callback.event_type ?? callback.callback_id,
            [
              callback.url,
              joinWords([
                t(callback.status),
                t('tries', { count: callback.attempts.length }),
                callback.attempts.at(-1)?.failure,
              ]),
            ],
            callback.status === 'failed'
              ? this.runButton(t('sendAgain'), () => this.#retry(callback))
              : nothing,
          ),
        ),
      )}
    </section>`;
  }

  async #retry({ callback_id }: Callback): Promise<void> {
    await request(retryCallback, { params: { callback_id } });
    await this.load();
  }

  #delete = (): void => {
    this.confirm('deleteConversation', 'delete', {}, async () => {
      await request(deleteConversation, { params: { conversation_id: this.conversationId } });
      location.assign(addressOf('conversations'));
    });
  };
}

/** Returns the message that the visitor left, after the visitor's name and contact. */
const messageOf = ({ visitor, message }: NonNullable<ConversationRead['handover']>): string | null =>
  message ? joinWords([visitor?.name, visitor?.contact, message]) : null;

/** Returns a text with the number of turns for each outcome except small talk. */
function outcomes(traces: readonly TurnTrace[]): string {
  const counts = new Map<string, number>();
  for (const { outcome } of traces)
    if (outcome && outcome !== 'small_talk') counts.set(t(outcome), (counts.get(t(outcome)) ?? 0) + 1);
  return [...counts].map(([words, count]) => `${words}: ${count}`).join(', ') || '–';
}

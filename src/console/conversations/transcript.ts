/** The lines of a conversation with the events between them: turns, sources, tools and cards. */
import type { listCanvasInteractions, TranscriptEntry, TurnTrace } from '@palkit/contract/conversations';
import type { Result } from '@palkit/contract/endpoint';
import { html, nothing, type TemplateResult } from 'lit';
import { joinWords, terms, type Term } from '../base/templates.ts';
import { clockTime, t } from '../base/words.ts';

export type Interaction = Result<typeof listCanvasInteractions>['data'][number];

const CARD = /^canvas_show_/;
/** Maximum number of characters that are shown of a visitor's input in a card. */
const MAX_VALUE_LENGTH = 200;

interface View {
  lines: readonly TranscriptEntry[];
  traces: readonly TurnTrace[];
  interactions: readonly Interaction[];
  /** Index of the line that the recording is playing; -1 if it is not playing. */
  spoken: number;
  /** Plays the recording from a line on; null if there is no recording. */
  play: ((line: TranscriptEntry) => void) | null;
}

export function transcript({ lines, traces, interactions, spoken, play }: View): TemplateResult {
  if (lines.length === 0) return html`<p class="quiet">${t('noTranscript')}</p>`;
  const byId = new Map(traces.map((trace) => [trace.inference_id, trace]));
  const start = lines[0]!.timestamp - lines[0]!.seconds_from_start;
  return html`<ol class="transcript">
    ${lines.map((line, index) => {
      const endTime = lines[index + 1]?.timestamp ?? Infinity;
      const lineInteractions = interactions.filter(({ created_at }) => {
        const createdAt = Date.parse(created_at) / 1000;
        return createdAt < endTime && (index === 0 || createdAt >= line.timestamp);
      });
      const trace = line.inference_id === undefined ? undefined : byId.get(line.inference_id);
      return html`<li class=${line.role} aria-current=${index === spoken ? 'true' : nothing}>
          ${time(line, play)}
          <div>
            <strong>${speaker(line)}</strong>
            <p>${line.content}</p>
            ${trace ? turnDetails(trace) : nothing}
          </div>
        </li>
        ${lineInteractions.map(
          (action) =>
            html`<li class="card">
              <span class="quiet">${clockTime(Date.parse(action.created_at) / 1000 - start)}</span>
              <p class="quiet">${cardWords(action)}</p>
            </li>`,
        )}`;
    })}
  </ol>`;
}

function time(line: TranscriptEntry, play: View['play']): TemplateResult {
  const words = clockTime(line.seconds_from_start);
  if (!play) return html`<span class="quiet">${words}</span>`;
  const label = t('playFrom', { time: words });
  return html`<button class="time" aria-label=${label} @click=${() => play(line)}>${words}</button>`;
}

const speaker = ({ role, participant_name }: TranscriptEntry): string =>
  participant_name ?? t(role === 'user' ? 'visitor' : 'agent');

function cardWords({ component, type, value }: Interaction): string {
  const name = component.replace(/^canvas\./, '').replaceAll('_', ' ');
  const text = value === undefined ? '' : JSON.stringify(value).slice(0, MAX_VALUE_LENGTH);
  return `${t('card', { name })}: ${type} ${text}`;
}

const inSeconds = (milliseconds: number): string =>
  t('seconds', { seconds: (milliseconds / 1000).toFixed(1) });

function turnDetails(trace: TurnTrace): TemplateResult {
  const summary = joinWords([
    trace.outcome && t(trace.outcome),
    trace.state === 'cut' && t('interrupted'),
    trace.first_word !== null && t('firstWord', { seconds: (trace.first_word / 1000).toFixed(1) }),
  ]);
  return html`<details class="quiet">
    <summary>${summary || t('details')}</summary>
    ${terms(turnRows(trace))}
  </details>`;
}

function turnRows({ first_sound, took, notes, tools, requests, fault }: TurnTrace): Term[] {
  const sources = notes.map(({ document_name, heading }) =>
    [document_name, heading].filter(Boolean).join(', '),
  );
  return [
    [t('firstSound'), first_sound === null ? null : inSeconds(first_sound)],
    [t('wholeTurn'), inSeconds(took)],
    [t('sources'), [...new Set(sources)].join('; ')],
    ...tools.map(({ name, took: time, failed }): Term => [
      CARD.test(name)
        ? t('card', { name: name.replace(CARD, '').replaceAll('_', ' ') })
        : t('tool', { name }),
      joinWords([time !== null && inSeconds(time), failed && t('fails')]) || '–',
    ]),
    ...requests.map(({ model, took: time, tokens }): Term => [
      model ?? t('model'),
      joinWords([inSeconds(time), tokens && t('tokens', { count: tokens.prompt + tokens.completion })]),
    ]),
    [t('fails'), fault?.join('; ')],
  ];
}

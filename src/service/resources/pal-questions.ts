/** Answers questions to a PAL without a call: with the responder of a call, but without speech. */
import type { askPal, PalAnswer } from '@palkit/contract/pal-questions';
import { ServiceError } from '@palkit/contract/service-error';
import type { RateLimiterAbstract } from 'rate-limiter-flexible';
import {
  type ReplyContext,
  type CanvasAction,
  type Note,
  type ReplyChunk,
  type Responder,
  Tracing,
} from '@palkit/agent';
import type { Clock } from '@palkit/runtime/clock';
import { ownPal, rehearse } from '../conversations/rehearsal.ts';
import { consume } from '../gates/limits.ts';
import type { Handler } from '../http/binder.ts';
import { attachedSkills } from './skills.ts';

/** Milliseconds that one answer may take. */
const DEADLINE = 30_000;
/** Milliseconds to wait for the vectors of the PAL's facts; without them facts are searched by their words. */
const MEANING_TIME = 5000;

export const ask =
  (limiter: RateLimiterAbstract): Handler<typeof askPal> =>
  async ({ account, params, body, signal }, context) => {
    const { store, clock } = context;
    const pal = await ownPal(store.db, params.pal_id, account);
    if (pal.document.pipeline_mode === 'echo')
      throw new ServiceError('invalid_request', 'A PAL with the pipeline_mode echo answers no questions.');
    await consume(limiter, String(account), 'too_many_requests');
    const skills = await attachedSkills(store.db, pal.id);
    return rehearse(
      context,
      { pal, skills, language: body.language, participantTags: body.participant_tags },
      async ({ rehearsal: { responder, canvas, vectorsReady } }) => {
        await waitBounded(vectorsReady, clock, signal);
        const { question, history, spoken } = body;
        return answerOf(responder!, question, { history, spoken, canvas, signal }, clock);
      },
    );
  };

/** Waits for a promise that never rejects, at most for `MEANING_TIME` and while the caller is connected. */
async function waitBounded(promise: Promise<void>, clock: Clock, disconnected: AbortSignal): Promise<void> {
  const raceEnd = new AbortController();
  await Promise.race([
    promise,
    new Promise<void>((resolve) => {
      clock.after(MEANING_TIME, resolve, raceEnd.signal);
      disconnected.addEventListener('abort', () => resolve(), { once: true, signal: raceEnd.signal });
    }),
  ]);
  raceEnd.abort();
}

/** Returns the answer, or the fault of the model if there is none. */
async function answerOf(
  responder: Responder,
  question: string,
  details: ReplyContext,
  clock: Clock,
): Promise<PalAnswer> {
  const answerEnd = new AbortController();
  const timeout = new AbortController();
  clock.after(
    DEADLINE,
    () => timeout.abort(new DOMException('The answer took too long.', 'TimeoutError')),
    answerEnd.signal,
  );
  const signal = AbortSignal.any([details.signal, timeout.signal]);
  const answer = new Answer(clock, question);
  try {
    for await (const chunk of responder.think(question, { ...details, signal })) answer.addChunk(chunk);
  } catch (error) {
    answer.trace.recordFailure(error);
  } finally {
    answerEnd.abort();
  }
  return { answering: responder.kind, ...answer.toAnswer() };
}

/** Collects a responder's answer in the form that the owner sees. */
class Answer {
  readonly trace: Tracing;
  #text = '';
  #card: CanvasAction | null = null;
  readonly #notes: Note[] = [];
  readonly #sources = new Map<string, string>();

  constructor(clock: Clock, question: string) {
    this.trace = new Tracing(clock, question);
  }

  addChunk(chunk: ReplyChunk): void {
    if ('text' in chunk) {
      this.#text += chunk.text;
      this.trace.noteText(chunk.text);
    } else if ('canvas' in chunk) this.#card ??= chunk.canvas;
    else if ('sources' in chunk)
      for (const { document_id, document_name } of chunk.sources)
        this.#sources.set(document_id, document_name);
    else if ('notes' in chunk) this.#notes.push(...chunk.notes);
    if (!('text' in chunk || 'aside' in chunk)) this.trace.take(chunk);
  }

  toAnswer(): Omit<PalAnswer, 'answering'> {
    const { outcome = null, first_word, took, fault } = this.trace.completeTrace('said', []);
    const card = this.#card;
    return {
      said: this.#text.trim(),
      outcome,
      candidates: this.#notes.map(({ document_id, document_name, heading, text, score }) => ({
        document_id,
        document_name,
        heading,
        text,
        score: score === undefined ? null : Math.round(score * 10_000) / 10_000,
      })),
      sources: [...this.#sources].map(([document_id, document_name]) => ({ document_id, document_name })),
      card: card?.do === 'show' ? { component: card.component, arguments: { ...card.arguments } } : null,
      first_word,
      took,
      fault,
    };
  }
}

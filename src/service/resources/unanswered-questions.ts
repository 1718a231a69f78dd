/** Lists the questions that a PAL did not answer. */
import type { listUnansweredQuestions } from '@palkit/contract/unanswered-questions';
import type { RateLimiterAbstract } from 'rate-limiter-flexible';
import { primaryLanguage } from '@palkit/agent';
import { describe } from '@palkit/runtime/describe';
import { ownPal } from '../conversations/rehearsal.ts';
import { group, QuestionVectorCache, unansweredTurns } from '../conversations/unanswered-questions.ts';
import { consume } from '../gates/limits.ts';
import type { Handler } from '../http/binder.ts';
import type { Context } from '../http/context.ts';

/** Milliseconds to wait for the vectors of new questions. */
const DEADLINE = 20_000;

export function list(limiter: RateLimiterAbstract): Handler<typeof listUnansweredQuestions> {
  let cache: QuestionVectorCache | null = null;
  return async ({ account, params, query, signal }, context) => {
    const { store, embeddings } = context;
    const pal = await ownPal(store.db, params.pal_id, account);
    await consume(limiter, String(account), 'too_many_requests');
    const turns = await unansweredTurns(store.db, account, pal.id);
    const palLanguage = primaryLanguage(pal.document.languages[0] ?? 'en');
    // Cosines of a model that is not calibrated have another scale, so the threshold of a subject does not
    // apply to them.
    const isMeant = embeddings?.calibrated === true && (embeddings.languages?.includes(palLanguage) ?? true);
    if (isMeant) cache ??= new QuestionVectorCache(embeddings);
    const groups = await group(turns, (texts) =>
      cache && isMeant ? vectorsOf(cache, texts, context, signal) : Promise.resolve([]),
    );
    const from = (query.page - 1) * query.limit;
    return {
      data: groups.slice(from, from + query.limit),
      total_count: groups.length,
      turn_count: turns.length,
    };
  };
}

/**
 * Returns the texts' vectors; empty if the model fails or is too slow, so that questions are grouped by
 * words.
 */
async function vectorsOf(
  cache: QuestionVectorCache,
  texts: readonly string[],
  { clock, log }: Context,
  disconnected: AbortSignal,
): Promise<readonly Float32Array[]> {
  const timeout = new AbortController();
  const end = new AbortController();
  clock.after(DEADLINE, () => timeout.abort(new DOMException('Too late.', 'TimeoutError')), end.signal);
  try {
    return await cache.vectorsOf(texts, AbortSignal.any([disconnected, timeout.signal]));
  } catch (error) {
    log.warn({ engine: 'embeddings', ...describe(error) }, 'questions were grouped by their words alone');
    return [];
  } finally {
    end.abort();
  }
}

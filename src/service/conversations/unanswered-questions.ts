/** Groups unanswered questions by subject: by the vectors of the sentence model, or without a model by common words. */
import { sql } from 'kysely';
import {
  MAX_UNANSWERED_TURNS,
  MAX_WORDINGS,
  type UnansweredQuestion,
} from '@palkit/contract/unanswered-questions';
import { contentWords, type Embeddings, tokens } from '@palkit/agent';
import { getOrCreate } from '@palkit/runtime/bounded-map';
import { toIso } from '@palkit/runtime/clock';
import { Pace } from '@palkit/runtime/pace';
import type { Database } from '../store/store.ts';

/** Maximum number of UTF-16 units that are read of a question. */
const MAX_QUESTION = 300;
/** Maximum number of vectors that one process caches; each needs about 1.5 kB. */
const MAX_VECTORS = 4000;
/** Minimum cosine of two questions about the same subject. Paraphrases mostly have 0.5 to 0.8, others less. */
const MIN_COSINE = 0.55;
/** Minimum fraction of common words (0 to 1) in two questions about the same subject. */
const MIN_SHARED_FRACTION = 0.6;

export interface UnansweredTurn {
  question: string;
  conversation_id: string;
  created_at: Date;
}

/** Returns the newest turns in which the agent offered topics or declined to answer, newest first. */
export async function unansweredTurns(
  db: Database,
  account: number,
  pal_id: string,
): Promise<UnansweredTurn[]> {
  const { rows } = await sql<UnansweredTurn>`
    select left(trace->>'heard', ${MAX_QUESTION}) as question, conversation_id, turn_traces.created_at
    from turn_traces join conversations on conversations.id = turn_traces.conversation_id
    where conversations.pal_id = ${pal_id} and conversations.account_id = ${account}
      and trace->>'outcome' in ('offered', 'declined') and trace->>'heard' <> ''
    order by turn_traces.position desc limit ${MAX_UNANSWERED_TURNS}`.execute(db);
  return rows;
}

interface Wording {
  text: string;
  turns: UnansweredTurn[];
  words: ReadonlySet<string>;
  vector: Float32Array | null;
}

interface Group {
  wordings: Wording[];
  /** Sum of the vectors of the group's wordings. */
  sum: Float32Array | null;
}

/** Groups turns by subject: the most frequent group first, then the most recent. `turns` are sorted newest first. */
export async function group(
  turns: readonly UnansweredTurn[],
  vectorsOf: (texts: readonly string[]) => Promise<readonly (Float32Array | null)[]>,
): Promise<UnansweredQuestion[]> {
  const wordings = wordingsOf(turns);
  const vectors = await vectorsOf(wordings.map(({ text }) => text));
  const groups: Group[] = [];
  const pace = new Pace();
  for (const [index, wording] of wordings.entries()) {
    wording.vector = vectors[index] ?? null;
    addToGroup(wording, groups);
    await pace.rest();
  }
  return groups
    .map(({ wordings: members }) => groupOf(members))
    .sort((a, b) => b.count - a.count || (b.last_asked_at < a.last_asked_at ? -1 : 1));
}

/** Returns the distinct wordings, most frequent first, so that the frequent ones form the groups. */
function wordingsOf(turns: readonly UnansweredTurn[]): Wording[] {
  const wordings = new Map<string, Wording>();
  for (const turn of turns) {
    const key = tokens(turn.question).join(' ') || turn.question;
    const text = turn.question.trim();
    const wording = wordings.get(key) ?? { text, turns: [], words: contentWords(text), vector: null };
    wording.turns.push(turn);
    wordings.set(key, wording);
  }
  return [...wordings.values()].sort((a, b) => b.turns.length - a.turns.length);
}

/** Adds a wording to the nearest group, or to a new one. */
function addToGroup(wording: Wording, groups: Group[]): void {
  let nearest: Group | null = null;
  let bestScore = 0;
  for (const group of groups) {
    const score = similarity(wording, group);
    if (score > bestScore) [nearest, bestScore] = [group, score];
  }
  if (!nearest) {
    groups.push({ wordings: [wording], sum: wording.vector && Float32Array.from(wording.vector) });
    return;
  }
  nearest.wordings.push(wording);
  const { vector } = wording;
  const { sum } = nearest;
  if (vector && sum) vector.forEach((value, index) => (sum[index]! += value));
}

/** Returns the similarity from 0 to 1; 0 if the subjects differ. */
function similarity({ vector, words }: Wording, { sum, wordings }: Group): number {
  if (vector && sum && vector.length === sum.length) {
    const cosine = dot(vector, sum) / (Math.sqrt(dot(sum, sum)) || 1);
    return cosine >= MIN_COSINE ? cosine : 0;
  }
  const [firstWording] = wordings as [Wording, ...Wording[]];
  const commonCount = [...words].filter((word) => firstWording.words.has(word)).length;
  const share = commonCount / (Math.max(words.size, firstWording.words.size) || 1);
  return share >= MIN_SHARED_FRACTION ? share : 0;
}

function dot(one: Float32Array, other: Float32Array): number {
  let sum = 0;
  for (let index = 0; index < one.length; index += 1) sum += one[index]! * other[index]!;
  return sum;
}

function groupOf(wordings: readonly Wording[]): UnansweredQuestion {
  const texts = [...wordings]
    .sort((a, b) => b.turns.length - a.turns.length)
    .slice(0, MAX_WORDINGS)
    .map(({ text }) => text);
  const turns = wordings
    .flatMap((wording) => wording.turns)
    .sort((a, b) => a.created_at.getTime() - b.created_at.getTime());
  return {
    question: texts[0]!,
    wordings: texts,
    count: turns.length,
    first_asked_at: toIso(turns[0]!.created_at),
    last_asked_at: toIso(turns.at(-1)!.created_at),
    conversation_id: turns.at(-1)!.conversation_id,
  };
}

/** Caches vectors of questions by their text, because a list is read repeatedly and contains few new questions. */
export class QuestionVectorCache {
  readonly #embeddings: Embeddings;
  readonly #vectors = new Map<string, Float32Array>();

  constructor(embeddings: Embeddings) {
    this.#embeddings = embeddings;
  }

  /** Returns the vectors in the order of the texts; rejects with an `EngineError`. */
  async vectorsOf(texts: readonly string[], signal: AbortSignal): Promise<Float32Array[]> {
    // Read the cached vectors before the wait, because another list may evict them meanwhile.
    const vectorByText = new Map(texts.map((text) => [text, this.#vectors.get(text)]));
    const missingTexts = texts.filter((text) => !vectorByText.get(text));
    const vectors = missingTexts.length > 0 ? await this.#embeddings.embed(missingTexts, signal) : [];
    for (const [index, vector] of vectors.entries()) {
      const length = Math.hypot(...vector) || 1;
      vectorByText.set(
        missingTexts[index]!,
        Float32Array.from(vector, (value) => value / length),
      );
    }
    return texts.map((text) => getOrCreate(this.#vectors, text, MAX_VECTORS, () => vectorByText.get(text)!));
  }
}

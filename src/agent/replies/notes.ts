/** Finds the passages for a question in its context, and formats them for the model. */
import { completeQuestion } from '../knowledge/follow-up.ts';
import type { AskOptions, Knowledge } from '../knowledge/knowledge.ts';
import { contentWords } from '../knowledge/words.ts';
import type { Exchange } from './responder.ts';
import { fenceText } from './untrusted-text.ts';

type FoundPassage = Awaited<ReturnType<Knowledge['find']>>[number];

/** Maximum number of passages for each interpretation of the question. */
const MAX_PASSAGES_PER_INTERPRETATION = 4;
/** Maximum number of passages for all interpretations. */
const MAX_PASSAGES = 6;
/** A question with more words than this needs no earlier line. */
const MAX_DEPENDENT_WORDS = 7;
/** Maximum number of earlier lines in a chain of follow-up questions. */
const MAX_FOLLOWED_LINES = 3;
const MAX_NOTE = 2500;

/** Returns the possible interpretations of a question, most likely first. */
export function interpretationsOf(question: string, history: readonly Exchange[]): string[] {
  const earlier = history.filter(({ role }) => role === 'user').map(({ content }) => content);
  const last = earlier.at(-1);
  if (last === undefined || contentWords(question).size > MAX_DEPENDENT_WORDS) return [question];
  const answer = history.findLast(({ role }) => role === 'assistant')?.content ?? '';
  let before = last;
  // In "How much is the sauna?", "and for two?", "and when?" only the first question names the subject, so several
  // earlier lines are tried.
  for (let back = 2; back <= MAX_FOLLOWED_LINES; back++) {
    const one = earlier.at(-back);
    const whole = one === undefined ? null : completeQuestion(before, { question: one, answer: '' });
    if (whole === null) break;
    before = whole;
  }
  const whole = completeQuestion(question, { question: before, answer });
  const combinedText = `${before} ${question}`;
  return [...new Set(whole === null ? [question, combinedText] : [whole, question, combinedText])];
}

/**
 * Returns all passages if there are few; otherwise the best of each interpretation in turn, up to the
 * maximum.
 */
export async function notesFor(
  knowledge: Knowledge,
  question: string,
  history: readonly Exchange[],
  options: AskOptions,
): Promise<FoundPassage[]> {
  // If there are only a few passages, all are used, because a search would make the visitor wait.
  if (knowledge.passages.length <= MAX_PASSAGES) return knowledge.allPassages(question);
  const lists = await Promise.all(
    interpretationsOf(question, history).map((reading) =>
      knowledge.find(reading, MAX_PASSAGES_PER_INTERPRETATION, options),
    ),
  );
  const notes = new Map<number, FoundPassage>();
  for (let place = 0; place < MAX_PASSAGES_PER_INTERPRETATION && notes.size < MAX_PASSAGES; place++)
    for (const list of lists) {
      const note = list[place];
      if (note && !notes.has(note.id) && notes.size < MAX_PASSAGES) notes.set(note.id, note);
    }
  return [...notes.values()];
}

/** Formats the notes that follow a question; returns an empty text if there are none. */
export const notesText = (notes: readonly FoundPassage[]): string =>
  notes
    .map(({ document_name: name, heading, text }) =>
      fenceText('note', heading && heading !== name ? `${name}: ${heading}` : name, text, MAX_NOTE),
    )
    .join('\n');

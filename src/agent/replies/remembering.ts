/**
 * Shortens a long history for a model. The last lines stay verbatim; of earlier ones only important sentences
 * remain, with names, numbers, addresses, dates, requests and promises. The length is limited.
 */
import type { Exchange } from './responder.ts';

/** Minimum number of verbatim lines. */
const MIN_LINES = 24;
/**
 * Number of lines by which the window of verbatim lines moves. Requests between two moves begin with the same
 * lines, so that servers can cache them.
 */
const WINDOW_STEP = 12;
/** Maximum total number of characters of the sentences that are kept from earlier lines. */
const MAX_KEPT_CHARACTERS = 3000;
const MAX_SENTENCE = 240;

/** Patterns of sentences worth keeping, with their weights. */
const SENTENCE_WEIGHTS: readonly (readonly [RegExp, number])[] = [
  [
    new RegExp(
      String.raw`\b(?:my name is|i am called|call me|this is \p{Lu}|i'm \p{Lu}|ich heiße|mein name ist|` +
        String.raw`je m'appelle|me llamo|mi nombre es|mi chiamo|meu nome é|ik heet|jag heter|jeg heter|` +
        String.raw`nazywam się|меня зовут|我叫|私の名前は|제 이름은|adım)`,
      'iu',
    ),
    6,
  ],
  [/[\w.+-]+@[\w-]+\.\w+|https?:\/\//, 5],
  [
    new RegExp(
      String.raw`\b(?:order|booking|reservation|customer|invoice|ticket|case|account|phone|number|code|` +
        String.raw`bestell\w*|kunden\w*|buchung\w*|nummer|commande|numéro|pedido|número|ordine|` +
        String.raw`numero)\b.{0,30}\d`,
      'iu',
    ),
    5,
  ],
  [/\d{4,}/, 3],
  [
    new RegExp(
      String.raw`\b(?:allerg\w*|vegetarian|vegan|wheelchair|pregnant|diabet\w*|remember|don't forget|` +
        String.raw`important|prefer|i need|i want|i would like|we are \d|my (?:wife|husband|son|daughter|` +
        String.raw`child|dog|cat|friend))\b`,
      'i',
    ),
    3,
  ],
  [
    new RegExp(
      String.raw`\b(?:i will|we will|i have (?:booked|noted|reserved)|is (?:booked|reserved|confirmed)|` +
        String.raw`booked|reserved|confirmed|i promise|gebucht|reserviert|bestätigt|réservé|confirmé|` +
        String.raw`reservad\w|confirmad\w)\b`,
      'i',
    ),
    3,
  ],
  [
    new RegExp(
      String.raw`\b(?:monday|tuesday|wednesday|thursday|friday|saturday|sunday|tomorrow|january|february|` +
        String.raw`march|april|june|july|august|september|october|november|december)\b`,
      'i',
    ),
    1,
  ],
  [/\d/, 1],
];

/** Returns the index of the first line that the model receives verbatim; earlier lines are summarised. */
export const windowStart = (lines: number): number =>
  Math.max(0, Math.floor((lines - MIN_LINES) / WINDOW_STEP) * WINDOW_STEP);

/**
 * Returns the verbatim lines, and in `facts` the summary and the sentences that are kept of the earlier lines.
 * `facts` is empty if all lines are verbatim.
 */
export function splitHistory(
  history: readonly Exchange[],
  summary = '',
): { recent: readonly Exchange[]; facts: string } {
  const start = windowStart(history.length);
  if (start === 0) return { recent: history, facts: '' };
  const keys = new Set<string>();
  const facts = history
    .slice(0, start)
    .flatMap(({ role, content }, place) =>
      content
        .split(/(?<=[.!?。！？])\s+/)
        .map((sentence) => ({ role, place, sentence: sentence.trim().slice(0, MAX_SENTENCE) })),
    )
    .map((one) => ({ ...one, score: scoreOf(one.sentence, one.role) }))
    .filter(({ sentence, score }) => score > 0 && !keys.has(sentence) && keys.add(sentence));
  let remainingCharacters = MAX_KEPT_CHARACTERS - summary.length;
  const chosenFacts = facts
    // Of sentences with equal scores, the later ones are kept.
    .sort((one, other) => other.score - one.score || other.place - one.place)
    .filter(({ sentence }) => (remainingCharacters -= sentence.length + 12) >= 0)
    .sort((one, other) => one.place - other.place)
    .map(({ role, sentence }) => `${role === 'user' ? 'Visitor' : 'You'}: ${sentence}`);
  return { recent: history.slice(start), facts: [summary, ...chosenFacts].filter(Boolean).join('\n') };
}

function scoreOf(sentence: string, role: Exchange['role']): number {
  const score = SENTENCE_WEIGHTS.reduce((sum, [sign, value]) => sum + (sign.test(sentence) ? value : 0), 0);
  // The agent can look up its facts again, so only its sentences with a high score, such as promises, are kept.
  return role === 'user' ? score : score >= 3 ? score - 2 : 0;
}

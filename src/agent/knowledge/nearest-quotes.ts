/** Quotes the sentences that are most similar to a question without a certain answer, each with its heading. */
import { spokenText } from './composing.ts';
import { personOfHeading } from './person-heading.ts';
import type { ReadQuestion } from './ranking.ts';
import type { KnownSentence } from './sentence-table.ts';

/** Maximum number of quotes. */
const MAX_QUOTES = 3;
/** Maximum number of characters of all quotes together, because a visitor hears them in one go. */
const MAX_QUOTED_LENGTH = 260;
/** Minimum certainty of a quote. A sentence with a lower certainty usually has nothing to do with the question. */
const MIN_QUOTED_CERTAINTY = 0.1;
/** Minimum certainty of the second quote as a fraction of the first one's. */
const MIN_SHARE_OF_FIRST = 0.3;

/** Returns the quotes, most certain first. `candidates` are the best sentences of different passages. */
export function nearestQuotes(
  candidates: readonly { sentence: KnownSentence; certainty: number }[],
  question: ReadQuestion,
): string[] {
  const quotes: string[] = [];
  const sections = new Set<string>();
  let length = 0;
  const ordered = candidates.toSorted((one, other) => other.certainty - one.certainty);
  const least = Math.max(MIN_QUOTED_CERTAINTY, MIN_SHARE_OF_FIRST * (ordered[0]?.certainty ?? 0));
  for (const { sentence, certainty } of ordered) {
    if (certainty < least || quotes.length === MAX_QUOTES) break;
    const text = quoteOf(sentence, question);
    if (sections.has(sentence.section) || length + text.length > MAX_QUOTED_LENGTH) continue;
    length += text.length;
    sections.add(sentence.section);
    quotes.push(text);
  }
  return quotes;
}

/** Matches the number of a section, such as "2.1", which is not spoken. */
const SECTION_NUMBER = /^\d{1,2}(?:\.\d{1,2}){0,3}\.?\s+(?=\p{L})/u;

/** Returns the sentence after its heading: "Gift cards: They are valid for two years." */
function quoteOf(sentence: KnownSentence, question: ReadQuestion): string {
  const { headings } = sentence.block;
  const text = spokenText(sentence, question);
  const heading = (personOfHeading(headings) ?? headings.at(-1) ?? '').replace(SECTION_NUMBER, '');
  if (heading === '' || text.toLowerCase().includes(heading.toLowerCase())) return text;
  return /[?!.]$/.test(heading) ? `${heading} ${text}` : `${heading}: ${text}`;
}

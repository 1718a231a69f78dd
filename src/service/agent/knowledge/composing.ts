/** The sentence or two that are said of the best-ranked ones, in the order in which they stand. Pure. */
import type { Ranked, ReadQuestion } from './ranking.ts';
import type { KnownSentence } from './sentence-table.ts';

/** A second sentence of the same section is said where its score is so near to the best one's. */
const NEAR = 2;
/** Places after the first that may bring it. */
const DEEPEST = 4;
/** Of a list that is wanted whole, so many items are said. */
const MOST_ITEMS = 6;

/** `ranked` has at least one. */
export function composed(
  ranked: readonly Ranked[],
  question: ReadQuestion,
): { text: string; used: KnownSentence[] } {
  const [best] = ranked as [Ranked, ...Ranked[]];
  const { block } = best.sentence;
  if (block.kind === 'list' && block.lead && wanted(ranked, question)) {
    return { text: `${block.lead} ${listed(block.sentences.slice(0, MOST_ITEMS))}`, used: [best.sentence] };
  }
  const first = said(best.sentence);
  const second = ranked
    .slice(1, DEEPEST)
    .find(
      ({ sentence, score }) =>
        best.score - score < NEAR &&
        sentence.section === best.sentence.section &&
        !first.includes(sentence.text),
    )?.sentence;
  if (!second) return { text: first, used: [best.sentence] };
  const other = said(second);
  const [earlier, later] = standsBefore(second, best.sentence) ? [other, first] : [first, other];
  return {
    text: earlier.includes(later) ? earlier : later.includes(earlier) ? later : `${earlier} ${later}`,
    used: [best.sentence, second],
  };
}

/** As it is understood by itself; with a full stop, so that the next is not run into it. */
function said({ block, text, inContext }: KnownSentence): string {
  return ended(block.kind === 'text' ? inContext : text);
}

/** More than one item of the list is among the best: it is wanted whole. */
function wanted(ranked: readonly Ranked[], { kind }: ReadQuestion): boolean {
  const [best] = ranked as [Ranked, ...Ranked[]];
  return (
    (kind === 'method' || kind === 'other') &&
    ranked.slice(1, DEEPEST).some(({ sentence }) => sentence.block === best.sentence.block)
  );
}

function listed(items: readonly string[]): string {
  const bare = items.map((item) => item.replace(/[.;,]+$/, ''));
  return ended(bare.length > 1 ? `${bare.slice(0, -1).join(', ')} and ${bare.at(-1)}` : bare.join(''));
}

function standsBefore(one: KnownSentence, other: KnownSentence): boolean {
  return one.passage === other.passage ? one.place < other.place : one.passage < other.passage;
}

const ended = (text: string): string => (/[.!?…]["'”’)]?$/.test(text) ? text : `${text}.`);

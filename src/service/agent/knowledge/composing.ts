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
  const inOrder: [KnownSentence, KnownSentence] = standsBefore(second, best.sentence)
    ? [second, best.sentence]
    : [best.sentence, second];
  return { text: together(...inOrder), used: [best.sentence, second] };
}

/** Two sentences, one after the other: what the later one leans on is not said again. */
function together(earlier: KnownSentence, later: KnownSentence): string {
  const [one, other] = [said(earlier), said(later)];
  if (one.includes(other)) return one;
  if (other.includes(one)) return other;
  return one.endsWith(leaning(later)) ? `${one} ${ended(later.text)}` : `${one} ${other}`;
}

/** The sentence before, where this one leans on it; otherwise what no text ends with. */
function leaning({ block, text, inContext }: KnownSentence): string {
  return block.kind === 'text' && inContext !== text ? inContext.slice(0, -text.length).trim() : '\n';
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

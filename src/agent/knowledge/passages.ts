/**
 * Splits Markdown into passages, each a paragraph, a list or a table with its headings. Each passage is split into
 * sentences for answers; list items and table rows count as sentences.
 */
import { lexer, type Token, type Tokens } from 'marked';
import { storableText } from '@palkit/runtime/storable-text';
import { sentences } from '../language/sentences.ts';
import { namesFirst, rowTexts, type TableCells } from './table-cells.ts';

export type { TableCells } from './table-cells.ts';

export interface Block {
  /** The headings above the block, innermost last; empty before the first heading. */
  headings: readonly string[];
  /** The sentences of a `list` are its items, and those of a `table` are its rows. */
  kind: 'text' | 'list' | 'table';
  /** The sentence that ends in a colon before a list or a table; empty otherwise. */
  lead: string;
  /** The sentences as plain text; at least one. */
  sentences: readonly string[];
  /** The cells of a table; the sentences are its rows. */
  table?: TableCells;
}

/** Depth of a question that acts as the heading of the sentences after it; it is deeper than any heading. */
const QUESTION_DEPTH = 7;
const QUESTION = /\?["'”’)]*$/;

/**
 * Longer sentences are split between words, because a voice cannot speak them in one breath and the embedding
 * model reads only 256 tokens.
 */
export const MAX_SENTENCE_LENGTH = 600;
/**
 * Matches a list or quote mark. The number of marks at the start of a line is limited, because the lexer's time
 * grows with the square of this number.
 */
const LIST_OR_QUOTE_MARK = String.raw`[ \t]*(?:[-*+>]|\d{1,9}[.)])(?=[ \t>])`;
const NESTED_MARKS = new RegExp(String.raw`^((?:${LIST_OR_QUOTE_MARK}){8})(?:${LIST_OR_QUOTE_MARK})+`, 'gm');
/** Maximum nesting of quotes. A deeper quote is read as one paragraph. */
const MAX_BLOCK_DEPTH = 4;
/** Maximum nesting of inline elements. A deeper one is read as it is written. */
const MAX_INLINE_DEPTH = 20;

/** Returns the blocks of a text in order. `under` has the headings that are open before the text; it is modified. */
export function blocksOf(markdown: string, under: Heading[] = []): Block[] {
  const blocks: Block[] = [];
  // The blocks share one list of headings. A copy for each block would need far more memory than the text.
  let headings = under.map(({ text }) => text);
  /** True until text follows the last heading. */
  let fresh = false;
  const add = (kind: Block['kind'], lead: string, sentences: readonly string[], table?: TableCells): void => {
    const answers = sentences.flatMap(splitToFit).filter((sentence) => isAnswer(sentence, kind, fresh));
    fresh = false;
    // Rows that were shortened or omitted no longer match their cells, so the cells are dropped.
    const cells =
      table && answers.length === sentences.length && sentences.every((row, at) => row === answers[at]);
    if (answers.length > 0)
      blocks.push({ headings, kind, lead, sentences: answers, ...(cells ? { table } : {}) });
  };
  const openHeading = (heading: Heading): void => {
    addHeading(under, heading);
    fresh = heading.text !== '';
    headings = under.map(({ text }) => text);
  };
  /**
   * Adds a paragraph. A question within it acts as the heading of the sentences after it. A question at its
   * end is the heading of the next paragraphs.
   */
  const addParagraph = (paragraph: readonly string[]): void => {
    let answers: string[] = [];
    let isQuestion = false;
    for (const sentence of paragraph) {
      if (QUESTION.test(sentence)) {
        add('text', '', answers);
        answers = [];
        openHeading({ depth: QUESTION_DEPTH, text: cutHeading(sentence) });
        isQuestion = true;
      } else answers.push(sentence);
    }
    add('text', '', answers);
    if (isQuestion && answers.length > 0) openHeading({ depth: QUESTION_DEPTH, text: '' });
  };
  const walk = (tokens: readonly Token[], depth: number): void => {
    let lead = '';
    const flush = (): void => {
      if (lead) add('text', '', [lead]);
      lead = '';
    };
    for (const token of tokens) {
      if (token.type === 'space') continue;
      if (token.type === 'list' || token.type === 'table') {
        if (token.type === 'list')
          add(
            'list',
            lead,
            (token as Tokens.List).items.map((item) => plainText(item.tokens)),
          );
        else {
          const table = cellsOf(token as Tokens.Table);
          add('table', lead, rowTexts(table), table);
        }
        lead = '';
        continue;
      }
      flush();
      if (token.type === 'heading') {
        openHeading({ depth: (token as Tokens.Heading).depth, text: cutHeading(plainText([token])) });
      } else if (token.type === 'blockquote' && depth < MAX_BLOCK_DEPTH)
        walk((token as Tokens.Blockquote).tokens, depth + 1);
      else if (token.type !== 'hr' && token.type !== 'def') {
        const paragraph = joinFragments(sentences(plainText([token])));
        if (/:$/.test(paragraph.at(-1) ?? '')) lead = paragraph.pop()!;
        addParagraph(paragraph);
      }
    }
    flush();
  };
  walk(lexer(markdown.replace(NESTED_MARKS, '$1')), 0);
  return blocks;
}

export interface Heading {
  depth: number;
  text: string;
}

/** Maximum number of characters of a heading. The vector of each sentence includes the headings. */
const MAX_HEADING_LENGTH = 200;

const cutHeading = (text: string): string =>
  text.length > MAX_HEADING_LENGTH ? storableText(text.slice(0, MAX_HEADING_LENGTH)).trim() : text;

/** Adds a heading, and closes the open headings of the same or a deeper level. */
function addHeading(under: Heading[], heading: Heading): void {
  while (under.length > 0 && under.at(-1)!.depth >= heading.depth) under.pop();
  if (heading.text) under.push(heading);
}

/** Words that are an answer on their own. Any other single word needs a number with a unit. */
const ANSWER_WORD = /^(?:yes|no|none|never|always|daily|free|included|open|closed|allowed|forbidden)\b/i;
const BARE_NUMBER = /^\P{L}*\d*\P{L}*$/u;
const CURRENCY = /[€$£¥%°]/;

/** True if no part of the text has two words: "6.", "Sunday.", "Walk. Ascent." */
export function isFragment(text: string): boolean {
  return text.split(/[.!;]\s+/).every((part) => (part.match(/[\p{L}\p{N}]\S*/gu)?.length ?? 0) < 2);
}

/** Joins each fragment with the sentence after it, and a final one with the sentence before: "Yes. It is free." */
function joinFragments(parts: readonly string[]): string[] {
  const joinedTexts: string[] = [];
  let fragment = '';
  for (const sentence of parts) {
    const text = [fragment, sentence].filter(Boolean).join(' ');
    fragment = '';
    if (isFragment(sentence) && !QUESTION.test(sentence) && !sentence.endsWith(':')) fragment = text;
    else joinedTexts.push(text);
  }
  if (fragment && joinedTexts.length > 0 && !QUESTION.test(joinedTexts.at(-1)!))
    joinedTexts.push(`${joinedTexts.pop()!} ${fragment}`);
  else if (fragment) joinedTexts.push(fragment);
  return joinedTexts;
}

/**
 * True if the sentence can be an answer, so it is neither a question nor a fragment without information. `fresh` is
 * true for the first text below a heading, as in "Parking: none".
 */
function isAnswer(sentence: string, kind: Block['kind'], fresh: boolean): boolean {
  if (!/[\p{L}\p{N}]/u.test(sentence) || QUESTION.test(sentence)) return false;
  if (kind !== 'text' || fresh || !isFragment(sentence) || ANSWER_WORD.test(sentence)) return true;
  return /\d/.test(sentence) && (CURRENCY.test(sentence) || !BARE_NUMBER.test(sentence));
}

const cellsOf = ({ header, rows }: Tokens.Table): TableCells =>
  namesFirst({
    names: header.map((cell) => plainText(cell.tokens)),
    rows: rows.map((row) => row.map((cell) => plainText(cell.tokens))),
  });

/** Converts Markdown to plain text; links become their text, and images their description. */
function plainText(tokens: readonly Token[]): string {
  return tokens
    .map((token) => words(token, 0))
    .join('')
    .replace(/&(?:amp|lt|gt|quot|#39|nbsp);/g, (entity) => ENTITIES[entity]!)
    .replace(/\s+/g, ' ')
    .trim();
}

function words(token: Token, depth: number): string {
  if (token.type === 'br' || token.type === 'space') return ' ';
  if (token.type === 'checkbox') return '';
  if (token.type === 'html') return token.raw.replace(/<!--[^]*?-->|<[^>]*>/g, ' ');
  if (token.type === 'list')
    return ` ${(token as Tokens.List).items.map((item) => plainText(item.tokens)).join('; ')}`;
  if ('tokens' in token && token.tokens && depth < MAX_INLINE_DEPTH)
    return token.tokens.map((inner) => words(inner, depth + 1)).join('');
  return 'text' in token && typeof token.text === 'string' ? token.text : token.raw;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&nbsp;': ' ',
};

function splitToFit(sentence: string): string[] {
  const pieces: string[] = [];
  let rest = sentence.trim();
  while (rest.length > MAX_SENTENCE_LENGTH) {
    const space = rest.lastIndexOf(' ', MAX_SENTENCE_LENGTH);
    const at = space > MAX_SENTENCE_LENGTH / 3 ? space : MAX_SENTENCE_LENGTH;
    // Do not split a surrogate pair.
    const end = /[\uD800-\uDBFF]$/.test(rest.slice(0, at)) ? at - 1 : at;
    pieces.push(rest.slice(0, end).trim());
    rest = rest.slice(end).trim();
  }
  return [...pieces, rest].filter(Boolean);
}

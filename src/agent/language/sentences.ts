/**
 * Splits text into sentences. The lines of a model's text are recognised first: a list item, a heading and a table
 * are units. A link, an address, a number and code are never split.
 */
import { textsOfSentence, textsOfTable } from './written-text.ts';

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });
/** Maximum number of characters of a sentence. Longer text is split, which limits the cost of synthesis. */
const MAX_SENTENCE_LENGTH = 1000;
/** Number of characters at the end of a sentence in which an abbreviation is searched. */
const END_LENGTH = 20;
/**
 * Abbreviations whose full stop does not end a sentence, and dates such as "am 3.": a number with a full stop after
 * an article or a preposition.
 */
const ABBREVIATION = new RegExp(
  String.raw`(?:\b(?:mr|mrs|ms|dr|prof|st|no|nr|vs|etc|e\.g|i\.e|z\.\s?b|approx|inc|ltd|co|a\.m|p\.m|` +
    String.raw`tel|fax|mob|ext|incl|excl|ave|rd|blvd|dept|bldg|mt|sr|jr|rev)\.|` +
    String.raw`\b[A-Z]\.|\b(?:der|die|das|den|dem|des|am|vom|zum|bis|den|til|og)\s+\d{1,2}\.)\s*$`,
  'i',
);
/** Texts that contain no sentence end: links, addresses, code. They are masked by letters of the same length. */
const UNSPLITTABLE = new RegExp(
  [
    /!?\[[^\]\n]*(?:\](?:\([^)\s]*\)?)?)?/,
    /`[^`\n]*`?/,
    /\b(?:https?:\/\/|www\.)[^\s<>]*[^\s<>.,;:!?)\]'"”’]/,
    /(?<![\w.+-])[\w.+-]{1,64}@[\w-]+(?:\.[\w-]+)+/,
    /\b\d+(?:[.:,/]\d+)+/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'gi',
);

/** A sentence as the model wrote it, as it is spoken and as it is shown. */
export interface Sentence {
  /** The text between this sentence and the previous one. */
  gap: string;
  writtenText: string;
  spokenText: string;
  visibleText: string;
  /** Set for text that the service adds within an answer or says on its own. */
  origin?: 'service';
  /** True if the text replaces an answer, so the question gets no other one. */
  replacesAnswer?: boolean;
}

/** Creates a sentence that is spoken and shown as written. */
export const plainSentence = (text: string): Sentence => ({
  gap: ' ',
  writtenText: text,
  spokenText: text,
  visibleText: text,
});

/** Like `plainSentence`, for text of the service. */
export const serviceSentence = (text: string, replacesAnswer = false): Sentence => ({
  ...plainSentence(text),
  origin: 'service',
  replacesAnswer,
});

/** Splits a text into segments, each with the white space after it. */
function segmentsOf(text: string): string[] {
  const maskedText = text.replace(UNSPLITTABLE, (whole) => 'x'.repeat(whole.length));
  const mergedTexts: string[] = [];
  let at = 0;
  // `end` holds the last characters separately, because slicing a growing string would copy it each time.
  let end = '';
  for (const { segment } of segmenter.segment(maskedText)) {
    const writtenText = text.slice(at, at + segment.length);
    at += segment.length;
    const isAbbreviation = ABBREVIATION.test(end);
    if (isAbbreviation) mergedTexts[mergedTexts.length - 1] += writtenText;
    else mergedTexts.push(writtenText);
    end = isAbbreviation ? (end + writtenText).slice(-END_LENGTH) : writtenText.slice(-END_LENGTH);
  }
  return mergedTexts;
}

export function sentences(text: string): string[] {
  return segmentsOf(text)
    .map((sentence) => sentence.trim())
    .filter(Boolean);
}

/**
 * Matches up to punctuation at which a voice may pause, with at least three words before it and more text
 * after it.
 */
const CLAUSE = /^\s*(?:\S+\s+){2,}?\S+?(?:[,;:](?=\s)|\s[–—](?=\s))/;
/**
 * Matches up to a word before which a speaker may breathe in a long English sentence. At least seven words
 * precede it, so that the first part lasts until the rest is synthesised.
 */
const PHRASE_END = new RegExp(
  String.raw`^\s*(?:\S+\s+){7,}?(?=(?:and|but|or|because|so|which|who|where|when|while|if|unless|until|till|` +
    String.raw`from|to|with|without|between|before|after|since|although)\s)`,
  'i',
);
/** Matches the end of a sentence that no further text can extend. */
const SENTENCE_OVER = /[^\s.][.!?]["'”’)]?\s+$/;

/** Marker in a stream of pieces: the text before it is spoken immediately, without waiting for the next piece. */
export const BREAK = Symbol('break');

/**
 * Yields complete sentences from a stream of pieces, and the remaining text at the end. The first clause of an
 * incomplete first sentence is yielded on its own, because the visitor is waiting. A piece that is a `Sentence`
 * object is yielded before the incomplete text.
 */
export async function* sentencesOf(
  pieces: AsyncIterable<string | typeof BREAK | Sentence>,
): AsyncIterable<Sentence> {
  const splitter = new SentenceSplitter();
  for await (const piece of pieces)
    if (piece === BREAK) yield* splitter.flush();
    else if (typeof piece === 'string') yield* splitter.push(piece);
    else yield piece;
  yield* splitter.flush();
}

const FENCE = /^\s*(?:```|~~~)/;
const TABLE_ROW = /^\s*\|.*\|?\s*$/;
const ITEM = /^\s*(?:[-*+•]|\d{1,3}[.)])\s+/;
const HEADING = /^\s*#{1,6}\s+/;
const QUOTE = /^\s*>+\s?/;
const RULE = /^\s*(?:[-*_]\s*){3,}$/;
/** Matches an incomplete line that may still become a list item, a heading or code. */
const UNDECIDED_MARK = /^\s*(?:[-*+•#>|`~\d]|\d{1,3}[.)]?)\s*$/;

/** Returns the mark of a list item or a heading at the start of a line. */
const markOf = (line: string): string => ITEM.exec(line)?.[0] ?? HEADING.exec(line)?.[0] ?? '';

class SentenceSplitter {
  /** The unread part of the line that is still arriving. */
  #unreadText = '';
  /** True if a part of the line was already yielded. */
  #hasBegun = false;
  /** True if a part of the answer was already yielded. */
  #hasYielded = false;
  #codeLines: string[] | null = null;
  #tableLines: string[] = [];
  #gap = '';

  *push(piece: string): Iterable<Sentence> {
    this.#unreadText += piece;
    for (let end = this.#unreadText.indexOf('\n'); end >= 0; end = this.#unreadText.indexOf('\n')) {
      const line = this.#unreadText.slice(0, end);
      this.#unreadText = this.#unreadText.slice(end + 1);
      yield* this.#splitLine(line);
    }
    yield* this.#completeSentences();
  }

  *flush(): Iterable<Sentence> {
    const unreadText = this.#unreadText;
    this.#unreadText = '';
    if (unreadText !== '' || this.#hasBegun) yield* this.#splitLine(unreadText);
    yield* this.#endBlock();
    // The next sentence is on the same line.
    this.#gap = ' ';
  }

  /** Handles a complete line of the model's text, or the remaining part of a line that has begun. */
  *#splitLine(line: string): Iterable<Sentence> {
    const hadBegun = this.#hasBegun;
    this.#hasBegun = false;
    if (this.#codeLines) {
      if (FENCE.test(line)) yield* this.#endBlock();
      else this.#codeLines.push(line);
      return;
    }
    if (!hadBegun && line.trim() === '') {
      yield* this.#endBlock();
      return;
    }
    if (!hadBegun && TABLE_ROW.test(line)) return void this.#tableLines.push(line);
    yield* this.#endBlock();
    if (hadBegun) yield* this.#splitWords('', line);
    else if (FENCE.test(line)) return void (this.#codeLines = []);
    else if (RULE.test(line)) return;
    else {
      const mark = markOf(line) || (QUOTE.exec(line)?.[0] ?? '');
      yield* this.#splitWords(mark, line.slice(mark.length));
    }
    this.#gap = '\n';
  }

  /** Yields the sentences of a line of text; the first one includes the line's mark. */
  *#splitWords(mark: string, words: string): Iterable<Sentence> {
    const segments = segmentsOf(words).flatMap(splitSegment);
    for (const [index, segment] of segments.entries())
      yield* this.#yieldSentence(
        segment,
        index === 0 ? mark : '',
        mark !== '' && index === segments.length - 1,
      );
  }

  /** Ends a block of code or a table. Both are shown; the rows of a table are also spoken. */
  *#endBlock(): Iterable<Sentence> {
    if (this.#codeLines) {
      const code = this.#codeLines.join('\n');
      this.#codeLines = null;
      if (code.trim()) yield this.#withGap({ writtenText: code, spokenText: '', visibleText: code });
      this.#gap = '\n';
    }
    if (this.#tableLines.length > 0) {
      const lines = this.#tableLines.splice(0);
      yield this.#withGap({ writtenText: lines.join('\n'), ...textsOfTable(lines) });
      this.#gap = '\n';
    }
  }

  /** Yields the complete sentences of a line that is still arriving. */
  *#completeSentences(): Iterable<Sentence> {
    if (this.#codeLines || this.#isUndecided()) return;
    const beginning = this.#unreadText.slice(0, 2 * MAX_SENTENCE_LENGTH);
    const completeSentences = segmentsOf(beginning);
    if (completeSentences.length >= 2) {
      this.#unreadText = completeSentences.pop()! + this.#unreadText.slice(beginning.length);
      yield* this.#begin(completeSentences.flatMap(splitSegment));
    } else if (this.#unreadText.length > MAX_SENTENCE_LENGTH) {
      const [longPart = '', ...furtherParts] = splitSegment(this.#unreadText);
      this.#unreadText = furtherParts.join('');
      yield* this.#begin([longPart]);
    } else if (!this.#hasYielded) {
      const isSentenceOver = SENTENCE_OVER.test(this.#unreadText) && !ABBREVIATION.test(this.#unreadText);
      const firstPart = isSentenceOver ? this.#unreadText : clauseOf(this.#unreadText);
      if (firstPart === undefined) return;
      this.#unreadText = this.#unreadText.slice(firstPart.length);
      yield* this.#begin([firstPart]);
    }
  }

  /**
   * True until it is certain whether the line begins with a mark, such as a list item's; only then can its
   * sentences be separated.
   */
  #isUndecided(): boolean {
    if (this.#hasBegun) return false;
    const rest = this.#unreadText;
    return UNDECIDED_MARK.test(rest) || FENCE.test(rest) || /^\s*\|/.test(rest) || markOf(rest) !== '';
  }

  *#begin(segments: readonly string[]): Iterable<Sentence> {
    // A table may end without a blank line.
    yield* this.#endBlock();
    for (const segment of segments) {
      this.#hasBegun = true;
      yield* this.#yieldSentence(segment, '', false);
    }
  }

  *#yieldSentence(segment: string, mark: string, ends: boolean): Iterable<Sentence> {
    const text = segment.trim();
    if (text === '') return;
    // A closing mark such as `**` is followed by white space, so the next sentence needs a gap.
    if (this.#gap === '' && this.#hasYielded && /^(?:[*_~]{1,3})?\s/.test(segment)) this.#gap = ' ';
    const texts = textsOfSentence(text);
    const shownMark =
      mark && !mark.trim().startsWith('#') && !mark.trim().startsWith('>') ? `${mark.trim()} ` : '';
    yield this.#withGap({
      writtenText: `${mark}${text}`,
      // A voice pauses after a list item as after a sentence.
      spokenText:
        ends && texts.spokenText && !/[.!?:;,…]["'”’)]*$/.test(texts.spokenText)
          ? `${texts.spokenText}.`
          : texts.spokenText,
      visibleText: `${shownMark}${texts.visibleText}`,
    });
    this.#gap = /\s$/.test(segment) ? ' ' : '';
  }

  #withGap(sentence: Omit<Sentence, 'gap'>): Sentence {
    const gap = this.#hasYielded ? this.#gap : '';
    this.#hasYielded = true;
    return { gap, ...sentence };
  }
}

/** Splits a sentence into parts of at most `MAX_SENTENCE_LENGTH` characters, between words if possible. */
function splitSegment(segment: string): string[] {
  const parts: string[] = [];
  let rest = segment;
  while (rest.length > MAX_SENTENCE_LENGTH) {
    const space = rest.lastIndexOf(' ', MAX_SENTENCE_LENGTH - 1) + 1;
    // Do not split a surrogate pair.
    const whole = /[\ud800-\udbff]/.test(rest[MAX_SENTENCE_LENGTH - 1]!)
      ? MAX_SENTENCE_LENGTH - 1
      : MAX_SENTENCE_LENGTH;
    const at = space > MAX_SENTENCE_LENGTH / 2 ? space : whole;
    parts.push(rest.slice(0, at));
    rest = rest.slice(at);
  }
  return [...parts, rest];
}

/** Returns the first clause. A clause does not end within a link or an address. */
function clauseOf(text: string): string | undefined {
  const maskedText = text.replace(UNSPLITTABLE, (whole) => 'x'.repeat(whole.length));
  const clause = CLAUSE.exec(maskedText)?.[0] ?? PHRASE_END.exec(maskedText)?.[0];
  return clause === undefined ? undefined : text.slice(0, clause.length);
}

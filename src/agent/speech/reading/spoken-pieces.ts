/**
 * Splits a text into pieces that a voice speaks in one breath, and converts it to words it can read. This module
 * does no I/O.
 */
import { markWords, phonesOf, replaceMarks, type Pronunciation } from './respelling.ts';
import { spokenText } from './spoken-text.ts';

const MAX_FIRST_LENGTH = 80;
const MAX_LATER_LENGTH = 160;
/** Minimum number of characters of a piece; shorter ones sound choppy. */
const MIN_PIECE_LENGTH = 14;

/** Matches a full stop that does not end a sentence: after titles, initials, list numbers, Latin abbreviations. */
const UNFINISHED_END = new RegExp(
  String.raw`(?:^|[\s(])(?:mr|mrs|ms|dr|prof|st|jr|sr|vs|approx|dept|est|fig|inc|ltd|co|corp|no|vol|` +
    String.raw`e\.g|i\.e|cf|a\.m|p\.m|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec|[a-z]|\d{1,3})\.\s*$`,
  'i',
);
/** Abbreviations that may end a sentence; a capital letter after them starts a new one. */
const ABBREVIATION_AT_END = /(?:^|[\s(])(?:inc|ltd|co|corp|jr|sr|a\.m|p\.m|no|dept|\d{1,3})\.\s*$/i;
/**
 * Number of last characters that decide whether a sentence continues; every abbreviation with its full stop is
 * shorter.
 */
const MAX_TAIL_LENGTH = 20;
const LIST_NUMBER = /^\s*\d{1,3}\.\s*$/;

/**
 * Returns the paragraphs, headings and list items of a text as they are read aloud, without Markdown, emoji and tags.
 * An address becomes its host name.
 */
function blocks(text: string): string[] {
  return text
    .replace(/\r\n?/g, '\n')
    .normalize('NFC')
    .replace(/```[^\n]*\n?|```/g, ' ')
    .replace(/!\[([^[\]]*)\]\([^)]*\)/g, '$1')
    .replace(/\[([^[\]]+)\]\([^)]*\)/g, '$1')
    .replace(/<(https?:\/\/[^\s>]+)>/gi, '$1')
    .replace(/<\/?[a-z][^>]*>/gi, ' ')
    .replace(/\b(?:https?:\/\/|www\.)[^\s<>"')\]]*[^\s<>"')\].,;:!?]/gi, hostOf)
    .replace(/^[ \t]*#{1,6}[ \t]+(.*)$/gm, '\n\n$1\n\n')
    .replace(/^[ \t]*(?:>+|[-*+•])[ \t]+/gm, '\n\n')
    .replace(/^[ \t]*(?=\d{1,3}[.)][ \t])/gm, '\n\n')
    .replace(/^[ \t]*(?:[-*_][ \t]*){3,}$/gm, '')
    .replace(/\|/g, ', ')
    .replace(/(\*\*|__|~~|`)/g, '')
    .replace(/(^|[\s(])[*_](?=\S)|(?<=\S)[*_](?=[\s).,;:!?]|$)/gm, '$1')
    .replace(
      /[\p{Extended_Pictographic}\p{Regional_Indicator}\u{1F3FB}-\u{1F3FF}\u{FE0F}\u{200D}\u{20E3}]/gu,
      (sign) => ('©®™'.includes(sign) ? sign : ' '),
    )
    .split(/\n\s*\n/)
    .map((block) =>
      block
        .replace(/\s+/g, ' ')
        .replace(/ ([,.;:!?])/g, '$1')
        .trim(),
    )
    .filter((block) => /[\p{L}\p{N}]/u.test(block))
    .map((block) => (/[.!?…:;,]["'”’)]*$/.test(block) ? block : `${block}.`));
}

function hostOf(address: string): string {
  const url = URL.canParse(address) ? address : `https://${address}`;
  return URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, '') : ' ';
}

/**
 * Returns the pieces to speak in order, each at most about 160 characters and the first about 80. Empty for a text
 * without words.
 */
export function spokenPieces(text: string): string[] {
  const mergedTexts = blocks(text).flatMap((block) => {
    const sentences: string[] = [];
    for (const { segment } of new Intl.Segmenter('en', { granularity: 'sentence' }).segment(block)) {
      const previousSentence = sentences.at(-1);
      if (previousSentence !== undefined && isContinued(previousSentence, segment))
        sentences[sentences.length - 1] = previousSentence + segment;
      else sentences.push(segment);
    }
    return sentences;
  });
  const pieces: string[] = [];
  for (const sentence of mergedTexts) {
    let remainingText = sentence.trim();
    while (remainingText) {
      const cutIndex = cutAt(remainingText, pieces.length === 0 ? MAX_FIRST_LENGTH : MAX_LATER_LENGTH);
      const piece = remainingText.slice(0, cutIndex).trim();
      if (/[\p{L}\p{N}]/u.test(piece)) pieces.push(piece);
      remainingText = remainingText.slice(cutIndex).trim();
    }
  }
  return pieces;
}

function isContinued(previousSentence: string, next: string): boolean {
  if (!/[\p{L}\p{N}]/u.test(next) || LIST_NUMBER.test(previousSentence)) return true;
  const end = previousSentence.slice(-MAX_TAIL_LENGTH);
  if (/[.…]["'”’)]?\s*$/.test(end) && /^[\s"'“‘(]*\p{Ll}/u.test(next)) return true;
  if (!UNFINISHED_END.test(end)) return false;
  return !(ABBREVIATION_AT_END.test(end) && /^[\s"'“‘(]*\p{Lu}/u.test(next));
}

/**
 * Finds the end of the first piece:
 * - after the last clause mark within `limit` characters,
 * - otherwise after the next clause mark within `MAX_LATER_LENGTH`,
 * - otherwise at the end of the text or at the last space within `MAX_LATER_LENGTH`.
 */
function cutAt(text: string, limit: number): number {
  if (text.length <= limit) return text.length;
  const clauses = [...text.slice(0, MAX_LATER_LENGTH).matchAll(/[,;:](?=\s)|\s[–—-](?=\s)/g)]
    .map((mark) => mark.index + mark[0].length)
    .filter((at) => at >= MIN_PIECE_LENGTH);
  const clause = clauses.findLast((at) => at <= limit) ?? clauses[0];
  if (clause !== undefined) return clause;
  if (text.length <= MAX_LATER_LENGTH) return text.length;
  const space = text.lastIndexOf(' ', MAX_LATER_LENGTH);
  return space > 0 ? space : MAX_LATER_LENGTH;
}

/** ASCII spellings of letters that are not a base letter with an accent. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  Æ: 'Ae',
  œ: 'oe',
  Œ: 'Oe',
  ø: 'o',
  Ø: 'O',
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  ð: 'th',
  þ: 'th',
  ı: 'i',
};

/** A piece as an English synthesiser reads it. */
export interface Pronounceable {
  /** ASCII text. If `phones` is true, some words are markup with their pronunciation. */
  text: string;
  phones: boolean;
}

/** Converts a piece to letters that an English synthesiser can read, with the PAL's pronunciations. */
export function toPronounceable(piece: string, pronunciations: readonly Pronunciation[] = []): Pronounceable {
  const { text, respellings } = markWords(piece, pronunciations);
  let phones = false;
  const textToSpeak = replaceMarks({ text: spokenText(text), respellings }, ({ say }) => {
    const sounds = phonesOf(say);
    if (sounds === null) return toAscii(spokenText(say));
    phones = true;
    // The content "word" is never spoken, but the synthesiser would omit an element without a letter.
    return `<phoneme ph="${sounds.replace(/[^a-z0-9 ]/g, '')}">word</phoneme>`;
  });
  return { text: phones ? toAscii(textToSpeak, /[^\x20-\x7e]/g) : toAscii(textToSpeak), phones };
}

/** Converts to ASCII. Accents and characters that match `unsupportedCharacters` are removed. */
export function toAscii(text: string, unsupportedCharacters = /[^\x20-\x7e]|[<>]/g): string {
  return text
    .replace(/\p{L}/gu, (letter) => LETTERS[letter] ?? letter)
    .normalize('NFKD')
    .replace(unsupportedCharacters, '')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Cuts a text into what a voice says in one breath, and into words that a voice can read. Pure. */

const FIRST_LENGTH = 80;
const LATER_LENGTH = 160;
/** A cut before this many characters would sound chopped. */
const SHORTEST = 14;

/** Ends with a full stop that does not end a sentence: titles, initials, list numbers, Latin abbreviations. */
const UNFINISHED = /(?:^|[\s(])(?:mr|mrs|ms|dr|prof|st|jr|sr|vs|approx|dept|est|fig|inc|ltd|co|corp|no|vol|e\.g|i\.e|cf|a\.m|p\.m|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec|[a-z]|\d{1,3})\.\s*$/i;
/** Abbreviations that may also end a sentence, so a capital letter after them starts a new one. */
const MAY_END = /(?:^|[\s(])(?:inc|ltd|co|corp|jr|sr|a\.m|p\.m|no|dept|\d{1,3})\.\s*$/i;
const LIST_NUMBER = /^\s*\d{1,3}\.\s*$/;

/** The paragraphs, headings and list items of a text as they would be read aloud: no Markdown, emoji or tags; an address is its host name. */
function blocks(text: string): string[] {
  return text
    .replace(/\r\n?/g, '\n')
    .normalize('NFC')
    .replace(/```[^\n]*\n?|```/g, ' ')
    .replace(/!\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/\[([^\]]+)\]\([^)]*\)/g, '$1')
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
    .replace(/[\p{Extended_Pictographic}\p{Regional_Indicator}\u{1F3FB}-\u{1F3FF}\u{FE0F}\u{200D}\u{20E3}]/gu, (sign) => ('©®™'.includes(sign) ? sign : ' '))
    .split(/\n\s*\n/)
    .map((block) => block.replace(/\s+/g, ' ').replace(/ ([,.;:!?])/g, '$1').trim())
    .filter((block) => /[\p{L}\p{N}]/u.test(block))
    .map((block) => (/[.!?…:;,]["'”’)]*$/.test(block) ? block : `${block}.`));
}

function hostOf(address: string): string {
  const url = URL.canParse(address) ? address : `https://${address}`;
  return URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, '') : ' ';
}

/** The pieces to speak, in order, each at most about 160 characters and the first about 80. Empty for a text without words. */
export function spokenPieces(text: string): string[] {
  const merged = blocks(text).flatMap((block) => {
    const found: string[] = [];
    for (const { segment } of new Intl.Segmenter('en', { granularity: 'sentence' }).segment(block)) {
      const before = found.at(-1);
      if (before !== undefined && continues(before, segment)) found[found.length - 1] = before + segment;
      else found.push(segment);
    }
    return found;
  });
  const pieces: string[] = [];
  for (const sentence of merged) {
    let rest = sentence.trim();
    while (rest) {
      const cut = cutAt(rest, pieces.length === 0 ? FIRST_LENGTH : LATER_LENGTH);
      const piece = rest.slice(0, cut).trim();
      if (/[\p{L}\p{N}]/u.test(piece)) pieces.push(piece);
      rest = rest.slice(cut).trim();
    }
  }
  return pieces;
}

function continues(before: string, next: string): boolean {
  if (!/[\p{L}\p{N}]/u.test(next) || LIST_NUMBER.test(before)) return true;
  if (/[.…]["'”’)]?\s*$/.test(before) && /^[\s"'“‘(]*\p{Ll}/u.test(next)) return true;
  if (!UNFINISHED.test(before)) return false;
  return !(MAY_END.test(before) && /^[\s"'“‘(]*\p{Lu}/u.test(next));
}

/** Where to end a piece of at most `limit` characters: the last clause mark, else the last space, else the limit. */
function cutAt(text: string, limit: number): number {
  if (text.length <= limit) return text.length;
  const clauses = [...text.slice(0, LATER_LENGTH).matchAll(/[,;:](?=\s)|\s[–—-](?=\s)/g)]
    .map((mark) => mark.index + mark[0].length)
    .filter((at) => at >= SHORTEST);
  const clause = clauses.findLast((at) => at <= limit) ?? clauses[0];
  if (clause !== undefined) return clause;
  if (text.length <= LATER_LENGTH) return text.length;
  const space = text.lastIndexOf(' ', LATER_LENGTH);
  return space > 0 ? space : LATER_LENGTH;
}

const SYMBOLS: ReadonlyArray<readonly [RegExp, string]> = [
  [/\b([a-z0-9-]+(?:\.[a-z0-9-]+)*)\.([a-z]{2,24})\b(?!\.\w)/gi, ''],
  [/€\s?(\d[\d.,]*\d|\d)/g, '$1 euros'],
  [/(\d)\s?€/g, '$1 euros'],
  [/£\s?(\d[\d.,]*\d|\d)/g, '$1 pounds'],
  [/(\d)\s?%/g, '$1 percent'],
  [/(\d)\s?°\s?C\b/g, '$1 degrees Celsius'],
  [/(\d)\s?°\s?F\b/g, '$1 degrees Fahrenheit'],
  [/°/g, ' degrees'],
  // A range; but not a telephone number or a date, whose parts are only set apart.
  [/(?<![\d–-])(\d{1,3}|\d{4}(?=\s?[–-]\s?\d{4}(?!\d)))\s?[–-]\s?(?=(?:\d{1,3}|(?<=\d{4}\s?[–-]\s?)\d{4})(?![\d–-]))/g, '$1 to '],
  [/(\d)[–-](?=\d)/g, '$1 '],
  [/\s?[–—]\s?|\s-\s/g, ', '],
  [/&/g, ' and '],
  [/(\w)@(\w)/g, '$1 at $2'],
  [/\+(?=\d)/g, 'plus '],
  [/\s=\s/g, ' equals '],
  [/\be\.g\.,?/gi, 'for example'],
  [/\bi\.e\.,?/gi, 'that is'],
  [/[“”«»„]/g, '"'],
  [/[‘’]/g, "'"],
  [/…/g, '.'],
  [/[<>{}[\]\\^~_#*=/|@©®™]/g, ' '],
];

/** A piece in the letters an English synthesiser knows: symbols as words, accents off, ASCII only. */
export function pronounceable(piece: string): string {
  let spoken = piece;
  for (const [pattern, words] of SYMBOLS) {
    spoken = words === '' ? spoken.replace(pattern, spellHost) : spoken.replace(pattern, words);
  }
  return spoken.normalize('NFKD').replace(/[^\x20-\x7e]/g, '').replace(/\s+/g, ' ').trim();
}

function spellHost(name: string): string {
  // "e.g", "p.m" and "3.5" are no host names.
  if (!/[a-z]{2}/i.test(name) || name.split('.').every((part) => part.length < 2)) return name;
  return name.replaceAll('.', ' dot ');
}

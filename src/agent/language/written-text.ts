/**
 * What a model wrote, as it is said and as it is shown: two texts. Markdown is read by marked's lexer, and a table
 * says what becomes of each kind of token. Pure.
 */
import { Lexer, type Token, type Tokens } from 'marked';

export interface TwoTexts {
  /** For a voice: words only, a link by its name, an address by its host. Empty where there is nothing to say. */
  said: string;
  /** To be read: plain text, with links in whole, lists as lists. */
  shown: string;
}

const EMOJI =
  /[\p{Extended_Pictographic}\p{Regional_Indicator}\u{1F3FB}-\u{1F3FF}\u{FE0F}\u{200D}\u{20E3}]/gu;
const EMOTICON = /(?<=^|\s)(?:[:;=8][-^']?[)(DPpOo/\\|*]|<3|\^_\^)(?=$|[\s.,!?])/g;
const FORMATTING = /^<\/?(?:b|i|u|s|em|strong|p|span|div|small|mark|sub|sup|font|center)\b[^>]*>$/i;

const INLINE: Record<string, (token: Token) => TwoTexts> = {
  text: (token) => ('tokens' in token && token.tokens ? inline(token.tokens) : plain(token.raw)),
  escape: (token) => plain((token as Tokens.Escape).text),
  strong: (token) => inline((token as Tokens.Strong).tokens),
  em: (token) => inline((token as Tokens.Em).tokens),
  del: (token) => inline((token as Tokens.Del).tokens),
  codespan: (token) => plain((token as Tokens.Codespan).text),
  br: () => ({ said: ' ', shown: '\n' }),
  html: (token) => ({
    said: ' ',
    shown: /^<br\b/i.test(token.raw) ? '\n' : FORMATTING.test(token.raw) ? '' : token.raw,
  }),
  image: (token) => ({
    said: (token as Tokens.Image).text,
    shown: [(token as Tokens.Image).text, `(${(token as Tokens.Image).href})`].filter(Boolean).join(' '),
  }),
  link: (token) => link(token as Tokens.Link),
};

const plain = (text: string): TwoTexts => ({
  said: text.replace(EMOJI, (sign) => ('©®™'.includes(sign) ? sign : ' ')).replace(EMOTICON, ' '),
  shown: text,
});

function link({ href, text, tokens, raw }: Tokens.Link): TwoTexts {
  const name = inline(tokens);
  if (href === text || href === `mailto:${text}` || raw === text)
    return { said: /^https?:/i.test(href) ? hostOf(href) : text, shown: text };
  // An address as the name of a link is said as an address.
  const said = /^(?:https?:\/\/|www\.)/i.test(name.said) ? hostOf(name.said) : name.said;
  return { said, shown: `${name.shown} (${href.replace(/^mailto:/, '')})` };
}

function hostOf(address: string): string {
  const url = /^https?:/i.test(address) ? address : `https://${address}`;
  return URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, '') : address;
}

function inline(tokens: readonly Token[]): TwoTexts {
  let said = '';
  let shown = '';
  for (const token of tokens) {
    const two = (INLINE[token.type] ?? ((other: Token) => plain(other.raw)))(token);
    said += two.said;
    shown += two.shown;
  }
  return { said, shown };
}

/** Marks that opened or close in another sentence. */
const STRAY = /(?:\*\*|__|~~)|(?<![\p{L}\p{N}*])\*(?=\S)|(?<=\S)\*(?![\p{L}\p{N}*])/gu;

/** A sentence, or a part of one, of a line. */
export function ofSentence(written: string): TwoTexts {
  const { said, shown } = inline(Lexer.lexInline(written.trim()));
  return {
    said: said
      .replace(STRAY, '')
      .replace(/\s+/g, ' ')
      .replace(/ (?=[,.;:!?])/g, '')
      .trim(),
    shown: shown.replace(STRAY, '').trim(),
  };
}

/** Rows of a table that are said; the others are read. */
const MOST_ROWS = 4;

/** Lines of a table: its rows are said, its head is not. */
export function ofTable(lines: readonly string[]): TwoTexts {
  const rows = lines.map((line) =>
    line
      .trim()
      .replace(/^\||\|$/g, '')
      .split('|')
      .map((cell) => ofSentence(cell).said),
  );
  const rule = lines.findIndex((line) => /^[\s|:-]+$/.test(line) && line.includes('-'));
  const body = rows.slice(rule < 0 ? 0 : rule + 1);
  return {
    said: body
      .slice(0, MOST_ROWS)
      .map((cells) => `${cells.filter(Boolean).join(', ')}.`)
      .join(' '),
    shown: lines.join('\n'),
  };
}

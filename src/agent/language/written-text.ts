/**
 * Converts a model's text to its spoken and its visible form. The lexer of marked parses the Markdown, and a map has
 * a function for each type of token. Pure.
 */
import { Lexer, type Token, type Tokens } from 'marked';

export interface TwoTexts {
  /** Text for a voice: words only, with the names of links and the hosts of addresses. Empty if no words remain. */
  spokenText: string;
  /** Text for a reader: plain text with complete links, and with lists as lists. */
  visibleText: string;
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
  br: () => ({ spokenText: ' ', visibleText: '\n' }),
  html: (token) => ({
    spokenText: ' ',
    visibleText: /^<br\b/i.test(token.raw) ? '\n' : FORMATTING.test(token.raw) ? '' : token.raw,
  }),
  image: (token) => ({
    spokenText: (token as Tokens.Image).text,
    visibleText: [(token as Tokens.Image).text, `(${(token as Tokens.Image).href})`]
      .filter(Boolean)
      .join(' '),
  }),
  link: (token) => link(token as Tokens.Link),
};

const plain = (text: string): TwoTexts => ({
  spokenText: text.replace(EMOJI, (sign) => ('©®™'.includes(sign) ? sign : ' ')).replace(EMOTICON, ' '),
  visibleText: text,
});

function link({ href, text, tokens, raw }: Tokens.Link): TwoTexts {
  const name = inline(tokens);
  if (href === text || href === `mailto:${text}` || raw === text)
    return { spokenText: /^https?:/i.test(href) ? hostOf(href) : text, visibleText: text };
  // If the name of a link is an address, only its host is spoken.
  const label = /^(?:https?:\/\/|www\.)/i.test(name.spokenText) ? hostOf(name.spokenText) : name.spokenText;
  return { spokenText: label, visibleText: `${name.visibleText} (${href.replace(/^mailto:/, '')})` };
}

function hostOf(address: string): string {
  const url = /^https?:/i.test(address) ? address : `https://${address}`;
  return URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, '') : address;
}

function inline(tokens: readonly Token[]): TwoTexts {
  let spokenText = '';
  let visible = '';
  for (const token of tokens) {
    const two = (INLINE[token.type] ?? ((other: Token) => plain(other.raw)))(token);
    spokenText += two.spokenText;
    visible += two.visibleText;
  }
  return { spokenText, visibleText: visible };
}

/** Matches Markdown marks whose counterpart is in another sentence. */
const STRAY_MARK = /(?:\*\*|__|~~)|(?<![\p{L}\p{N}*])\*(?=\S)|(?<=\S)\*(?![\p{L}\p{N}*])/gu;

/** Converts a sentence of a line, or a part of one. */
export function textsOfSentence(sentence: string): TwoTexts {
  const { spokenText, visibleText } = inline(Lexer.lexInline(sentence.trim()));
  return {
    spokenText: spokenText
      .replace(STRAY_MARK, '')
      .replace(/\s+/g, ' ')
      .replace(/ (?=[,.;:!?])/g, '')
      .trim(),
    visibleText: visibleText.replace(STRAY_MARK, '').trim(),
  };
}

/** Maximum number of table rows that are spoken; all rows are shown. */
const MAX_ROWS = 4;

/** Converts the lines of a table. Its rows are spoken, its header is not. */
export function textsOfTable(lines: readonly string[]): TwoTexts {
  const rows = lines.map((line) =>
    line
      .trim()
      .replace(/^\||\|$/g, '')
      .split('|')
      .map((cell) => textsOfSentence(cell).spokenText),
  );
  const rule = lines.findIndex((line) => /^[\s|:-]+$/.test(line) && line.includes('-'));
  const body = rows.slice(rule < 0 ? 0 : rule + 1);
  return {
    spokenText: body
      .slice(0, MAX_ROWS)
      .map((cells) => `${cells.filter(Boolean).join(', ')}.`)
      .join(' '),
    visibleText: lines.join('\n'),
  };
}

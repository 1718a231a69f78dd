/**
 * Converts a model's text to its spoken and its visible form. The lexer of marked parses the Markdown, and a map
 * has a function for each type of token. This module does no I/O.
 */
import { Lexer, type Token, type Tokens } from 'marked';

export interface SentenceTexts {
  /** Text for a voice: words only, with the names of links and the hosts of addresses. Empty if no words remain. */
  spokenText: string;
  /** Text for a reader: plain text with complete links, and with lists as lists. */
  visibleText: string;
}

const EMOJI =
  /[\p{Extended_Pictographic}\p{Regional_Indicator}\u{1F3FB}-\u{1F3FF}\u{FE0F}\u{200D}\u{20E3}]/gu;
const EMOTICON = /(?<=^|\s)(?:[:;=8][-^']?[)(DPpOo/\\|*]|<3|\^_\^)(?=$|[\s.,!?])/g;
const FORMATTING = /^<\/?(?:b|i|u|s|em|strong|p|span|div|small|mark|sub|sup|font|center)\b[^>]*>$/i;

const INLINE: Record<string, (token: Token) => SentenceTexts> = {
  text: (token) => ('tokens' in token && token.tokens ? inlineTexts(token.tokens) : plainTexts(token.raw)),
  escape: (token) => plainTexts((token as Tokens.Escape).text),
  strong: (token) => inlineTexts((token as Tokens.Strong).tokens),
  em: (token) => inlineTexts((token as Tokens.Em).tokens),
  del: (token) => inlineTexts((token as Tokens.Del).tokens),
  codespan: (token) => plainTexts((token as Tokens.Codespan).text),
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
  link: (token) => linkTexts(token as Tokens.Link),
};

const plainTexts = (text: string): SentenceTexts => ({
  spokenText: text.replace(EMOJI, (symbol) => ('©®™'.includes(symbol) ? symbol : ' ')).replace(EMOTICON, ' '),
  visibleText: text,
});

function linkTexts({ href, text, tokens, raw }: Tokens.Link): SentenceTexts {
  const name = inlineTexts(tokens);
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

function inlineTexts(tokens: readonly Token[]): SentenceTexts {
  let spokenText = '';
  let visibleText = '';
  for (const token of tokens) {
    const texts = (INLINE[token.type] ?? ((other: Token) => plainTexts(other.raw)))(token);
    spokenText += texts.spokenText;
    visibleText += texts.visibleText;
  }
  return { spokenText, visibleText };
}

/** Matches Markdown marks whose counterpart is in another sentence. */
const STRAY_MARK = /(?:\*\*|__|~~)|(?<![\p{L}\p{N}*])\*(?=\S)|(?<=\S)\*(?![\p{L}\p{N}*])/gu;

/** Converts a sentence of a line, or a part of one. */
export function textsOfSentence(sentence: string): SentenceTexts {
  const { spokenText, visibleText } = inlineTexts(Lexer.lexInline(sentence.trim()));
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
export function textsOfTable(lines: readonly string[]): SentenceTexts {
  const rows = lines.map((line) =>
    line
      .trim()
      .replace(/^\||\|$/g, '')
      .split('|')
      .map((cell) => textsOfSentence(cell).spokenText),
  );
  const separatorIndex = lines.findIndex((line) => /^[\s|:-]+$/.test(line) && line.includes('-'));
  const body = rows.slice(separatorIndex < 0 ? 0 : separatorIndex + 1);
  return {
    spokenText: body
      .slice(0, MAX_ROWS)
      .map((cells) => `${cells.filter(Boolean).join(', ')}.`)
      .join(' '),
    visibleText: lines.join('\n'),
  };
}

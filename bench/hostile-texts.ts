/** Generates files and pages that cost as much as possible to read, from a seed. */

export interface HostileText {
  kind: string;
  bytes: Buffer;
  isPage: boolean;
}

/** Returns numbers between 0 and 1 that the seed determines (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixedBits = Math.imul(state ^ (state >>> 15), state | 1);
    mixedBits ^= mixedBits + Math.imul(mixedBits ^ (mixedBits >>> 7), mixedBits | 61);
    return ((mixedBits ^ (mixedBits >>> 14)) >>> 0) / 2 ** 32;
  };
}

const SIGNS = [...' \t#|[]()*_>`<&;:.,-+=~!"\'/\\aA1é漢😀\ud800\u0000\u200b\ufeff\u202e'];
const UNITS = [
  '- ',
  '> ',
  '1. ',
  '| |',
  '**a',
  '![a](b',
  '[a](',
  '<a ',
  '&amp;',
  '&#1',
  '{{',
  'a. ',
  'a\n',
  '\n\n',
];
const OPEN = [
  '<div>',
  '<ul><li>',
  '<table><tr><td>',
  '<blockquote>',
  '<b>',
  '<pre>',
  '<a href="/x">',
  '<h1>',
];

type MakeText = (size: number, random: () => number) => string;

const pick = <Of>(list: readonly Of[], random: () => number): Of => list[Math.floor(random() * list.length)]!;
const fill = (unit: string, size: number) => unit.repeat(Math.max(1, Math.floor(size / unit.length)));
const makeWords: MakeText = (size, random) => {
  const vocabulary = Array.from({ length: 200 }, () => Math.floor(random() * 1e9).toString(36));
  let text = '';
  while (text.length < size) text += `${pick(vocabulary, random)}${random() < 0.1 ? '. ' : ' '}`;
  return text;
};

const FILES: Readonly<Record<string, MakeText>> = {
  'long line': (size, random) => `x\n${fill(pick(SIGNS, random), size)}y\n`,
  'long lines': (size, random) => fill(`${fill(pick(SIGNS, random), 5000)}\n`, size),
  blanks: (size) => `x\n${' '.repeat(size)}y\n`,
  units: (size, random) => fill(pick(UNITS, random), size),
  signs: (size, random) => fill(Array.from({ length: 2000 }, () => pick(SIGNS, random)).join(''), size),
  'table with a long title': (size) => `${'A'.repeat(size / 2)}\n---\n${'a\n'.repeat(size / 4)}`,
  'table with many columns': (size, random) => {
    const columns = Math.floor(random() * 10_000) + 1;
    return fill(`${'|a'.repeat(columns)}|\n${'|--'.repeat(columns)}|\n`, size);
  },
  'comma-separated values': (size, random) => fill(`${fill('a,"b""c",', random() * 20_000)}\n`, size),
  'nested lists': (size) =>
    fill(Array.from({ length: 60 }, (_, depth) => `${' '.repeat(2 * depth)}- a`).join('\n'), size),
  headings: (size, random) => fill(`${'#'.repeat(1 + random() * 6)} ${fill('a ', 300)}\n\nb\n\n`, size),
  words: makeWords,
};

const PAGES: Readonly<Record<string, MakeText>> = {
  'deep nesting': (size, random) => fill(pick(OPEN, random), Math.min(size, 60_000)),
  'blanks in pre': (size) => `<pre>x${' '.repeat(size)}y</pre>`,
  entities: (size, random) =>
    `<p>${fill(pick(['&amp;', '&#x10FFFF;', '&lt', '&NotANumber;'], random), size)}</p>`,
  attributes: (size) => `<p ${fill('a="b" ', size)}>Words.</p>`,
  links: (size, random) =>
    Array.from(
      { length: Math.min(5000, size / 40) },
      () => `<a href="/${random()}?utm_a=1&b=${random()}">a</a>`,
    ).join(''),
  'long link': (size) => `<a href="/?${fill('utm_a=1&', size)}">a</a><base href="/${'a'.repeat(size)}">`,
  'wide table': (size) => `<table><tr>${fill('<td>a</td>', size)}</tr></table>`,
  comments: (size) => `<!--${'-'.repeat(size)}<p>Words.</p>`,
  paragraphs: (size) => fill('<p>a', Math.min(size, 200_000)),
};

const ENCODINGS: readonly ((text: string) => Buffer)[] = [
  (text) => Buffer.from(text),
  (text) => Buffer.from(`\ufeff${text}`),
  (text) => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]),
  (text) => Buffer.from(text, 'latin1'),
  (text) => Buffer.concat([Buffer.from(text), Buffer.from([0xc3, 0x28, 0xf0, 0x9f])]),
];

/** Number of characters of the largest text; most are small. */
const MAX_CHARACTERS = 1_000_000;

export function hostileText(seed: number, maximum = MAX_CHARACTERS): HostileText {
  const random = randomOf(seed);
  const isPage = random() < 0.4;
  const [kind, makeText] = pick(Object.entries(isPage ? PAGES : FILES), random);
  const text = makeText(Math.ceil(maximum * random() ** 4) + 100, random);
  const fullText = isPage ? `<!doctype html><title>${kind}</title><main><p>Words.</p>${text}` : text;
  return { kind, bytes: pick(ENCODINGS, random)(fullText), isPage };
}

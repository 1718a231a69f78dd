/** The name, colours and logo of a website are read from the declarations of one of its pages. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { accentColor } from '../../src/extraction/crawl/site-look.ts';
import { readSiteHints } from '../../src/extraction/site-hints.ts';

const ADDRESS = 'https://www.seal-swim.example/en/prices';
const hints = (head: string, body = '') => readSiteHints(`<head>${head}</head><body>${body}`, ADDRESS);

describe('the name of a website', () => {
  test('is the one that it declares for cards, before its title', () => {
    const meta = '<meta property="og:site_name" content=" Seal  Swim "><title>Prices</title>';
    assert.deepEqual(hints(meta).names, ['Seal Swim', 'Prices']);
  });

  for (const title of ['Prices – Seal Swim', 'Seal Swim | Lessons in Leeds', 'Prices · Leeds · Seal Swim'])
    test(`is the part of "${title}" that its host repeats`, () =>
      assert.deepEqual(hints(`<title>${title}</title>`).names, ['Seal Swim']));

  test('is the first part of another title', () =>
    assert.deepEqual(hints('<title>Otters | Lessons</title>').names, ['Otters']));
});

test('colours: the light theme, the pinned icon, and the brand of the styles', () => {
  const { colors } = hints(
    '<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#111111">' +
      '<meta name="theme-color" content="#ffffff"><link rel="mask-icon" color="#0a7d5a">' +
      '<style>:root{--bg:#123456;--wp--preset--color--primary: rgb(10, 20, 200)}</style>',
  );
  assert.deepEqual(colors, ['#ffffff', '#0a7d5a', 'rgb(10, 20, 200)']);
});

for (const [color, accent] of [
  ['#06c', '#0066cc'],
  ['#0066CCff', '#0066cc'],
  ['rgb(10, 20, 200)', '#0a14c8'],
  ['rgb(10 20 200 / 50%)', '#0a14c8'],
  ['#ffffff', null],
  ['#777a78', null],
  ['#12345', null],
  ['rgb(300, 1, 1)', null],
  ['red; background: url(x)', null],
] as const)
  test(`${color} as an accent: ${accent ?? 'none'}`, () => assert.equal(accentColor(color), accent));

test('pictures: the logo of the organisation, the one in the header, and the largest icons', () => {
  const { pictures, manifest } = hints(
    '<link rel="icon" href="small.png" sizes="32x32"><link rel="apple-touch-icon" href="/touch.png">' +
      '<link rel="manifest" href="app.json"><link rel="icon" href="data:image/png;base64,AA">' +
      '<script type="application/ld+json">{"@type":"Organization","logo":{"url":"/org.svg"}}</script>',
    '<header><img class="site-logo" src="head.png"></header><img src="photo.jpg" alt="our logo on a boat">',
  );
  const addressOf = (path: string) => new URL(path, ADDRESS).href;
  assert.deepEqual(pictures, [
    addressOf('/org.svg'),
    addressOf('head.png'),
    addressOf('/touch.png'),
    addressOf('small.png'),
  ]);
  assert.equal(manifest, addressOf('app.json'));
});

test('a page of many tags and long styles is read in a moment', () => {
  const start = performance.now();
  hints(
    `${'<meta name="theme-color" content="#06c">'.repeat(2000)}<style>${'--primary'.repeat(100_000)}</style>`,
  );
  assert.ok(performance.now() - start < 5000);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readRobots } from '../../../src/extraction/crawl/robots.ts';

const ADDRESS = 'https://shop.example/robots.txt';
const allows = (text: string, path: string) => readRobots(ADDRESS, text).allows(new URL(path, ADDRESS));

test('the group for Palkit precedes the one for all crawlers, and other groups are ignored', () => {
  const text = `
    User-agent: Other
    Disallow: /
    User-agent: *
    Disallow: /private # and below
    Allow: /private/open
    User-agent: palkit/1.0
    Disallow: /drafts`;
  assert.equal(allows(text, '/private'), true);
  assert.equal(allows(text, '/drafts/1'), false);
  const otherRules = 'User-agent: *\nDisallow: /private\nAllow: /private/open\nDisallow: /*.php$';
  assert.equal(allows(otherRules, '/private/a'), false);
  assert.equal(allows(otherRules, '/private/open'), true);
  assert.equal(allows(otherRules, '/index.php'), false);
});

test('a delay is at most ten seconds, and never negative or not a number', () => {
  const delay = (value: string) => readRobots(ADDRESS, `User-agent: *\nCrawl-delay: ${value}`).delay;
  assert.deepEqual(['2', '600', '-5', 'soon', '1e400'].map(delay), [2000, 10_000, 0, 0, 0]);
});

test('two thousand rules are read; a longer refusal is cut, so that it refuses more', () => {
  const rules = Array.from({ length: 3000 }, (_, index) => `Disallow: /page-${index}/`);
  const text = ['User-agent: *', ...rules].join('\n');
  assert.equal(allows(text, '/page-1500/'), false);
  assert.equal(allows(text, '/page-2999/'), true);
  const longText = `/${'a'.repeat(500)}`;
  assert.equal(allows(`User-agent: *\nDisallow: ${longText}`, `/${'a'.repeat(250)}`), false);
  assert.equal(allows(`User-agent: *\nDisallow: /\nAllow: ${longText}`, longText), false);
});

test('wildcards count up to 5,000 characters, and a further refusal is cut at its first wildcard', () => {
  const rules = Array.from({ length: 300 }, (_, index) => `Disallow: /a${index}/${'b'.repeat(100)}*/x`);
  const text = ['User-agent: *', ...rules].join('\n');
  assert.equal(allows(text, `/a5/${'b'.repeat(100)}c/y`), true);
  assert.equal(allows(text, `/a255/${'b'.repeat(100)}c/y`), false);
});

test('many agents share rules without multiplying the file', () => {
  const agents = Array.from({ length: 20_000 }, (_, index) => `User-agent: bot${index}`);
  const rules = Array.from({ length: 20_000 }, () => 'Disallow: /x');
  assert.equal(allows([...agents, ...rules].join('\n'), '/x'), true);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { embedLines } from '../../src/contract/embed-lines.ts';

const lineOf = (channel: 'widget' | 'embed' | 'landing-page', accent_color?: string): string | undefined =>
  embedLines('https://pal.example', {
    channel,
    deployment_id: 'd1',
    customization: accent_color === undefined ? {} : { theme: { accent_color } },
  }).at(-1);

test('the lines of a widget have its accent colour; an embed loads its own, and a landing page has no element', () => {
  assert.equal(lineOf('widget'), '<pal-widget deployment-id="d1"></pal-widget>');
  assert.equal(lineOf('widget', '#0a7'), '<pal-widget deployment-id="d1" accent-color="#0a7"></pal-widget>');
  assert.equal(lineOf('embed', '#0a7'), '<pal-embed deployment-id="d1"></pal-embed>');
  assert.equal(lineOf('landing-page', '#0a7'), 'https://pal.example/l/d1');
});

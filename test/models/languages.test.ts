/** Each language of the catalogue has a recogniser, a voice and a sentence model, if they exist. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MODELS } from '../../src/models/catalogue.ts';
import { languageModels, languageRows, requireLanguage } from '../../src/models/languages.ts';

const names = (language: string) => languageModels(MODELS, language).map(({ name }) => name);

test('a language has one model for each purpose, its own ones first', () => {
  assert.deepEqual(names('de'), ['vosk-de', 'piper-de', 'sentences-multilingual']);
  assert.deepEqual(names('da'), ['parakeet', 'sentences-multilingual']);
  assert.deepEqual(names('en'), ['whisper-en', 'piper-en']);
  assert.deepEqual(names('xx'), []);
  assert.throws(() => requireLanguage(MODELS, 'xx'), { code: 'unknown' });
});

test('every language has models', () => {
  const rows = languageRows(MODELS);
  assert.ok(rows.length > 50 && rows.every(({ models }) => models.length > 0));
});

/** The console has a text in each of its languages for every value that a conversation can have. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  CONVERSATION_STATUSES,
  SHUTDOWN_REASONS,
  TURN_OUTCOMES,
} from '../../src/contract/conversation-outcomes.ts';
import de from '../../src/console/words/de.json' with { type: 'json' };
import en from '../../src/console/words/en.json' with { type: 'json' };

const TABLES: Record<string, Record<string, string | string[]>> = { de, en };
/** This reason contains the name of a step, so the console shows it unchanged. */
const VARIABLE = 'internal error occurred at step x';

for (const [language, texts] of Object.entries(TABLES))
  test(`the console's words, ${language}`, () => {
    const reasons = SHUTDOWN_REASONS.filter((reason) => reason !== VARIABLE);
    for (const value of [...CONVERSATION_STATUSES, ...reasons, ...TURN_OUTCOMES])
      assert.ok(texts[value], `${value} has no text`);
    assert.deepEqual(Object.keys(texts).sort(), Object.keys(en).sort());
    for (const [key, text] of Object.entries(texts)) {
      const placeholders = (texts: string | string[]) => [...new Set(String(texts).match(/\{\w+\}/g))].sort();
      assert.deepEqual(placeholders(text), placeholders(TABLES['en']![key]!), `the values in ${key}`);
    }
  });

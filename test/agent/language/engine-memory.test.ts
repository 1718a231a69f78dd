import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  factsOf,
  storeFact,
  knownFactsOf,
  refuteFact,
  removeFact,
  type Engine,
} from '../../../src/agent/language/engine-memory.ts';

const HOUR = 3_600_000;
let accounts = 0;
const engine = (overrides: Partial<Engine> = {}): Engine => ({
  account: ++accounts,
  baseUrl: 'https://engine.example/v1',
  apiKey: 'key',
  model: 'm',
  ...overrides,
});
const isKnown = (engine: Engine, now = 0) => factsOf(engine, now).has('tools');

test('a fact belongs to one account, address, key, model and set of further fields', () => {
  const record = engine();
  assert.equal(storeFact(record, 'tools', 0), true);
  assert.equal(storeFact(record, 'tools', 1), false);
  assert.ok(isKnown({ ...record }));
  for (const otherEngine of [
    { account: 10_001 },
    { account: null },
    { baseUrl: 'https://engine.example/v2' },
    { apiKey: null },
    { model: 'n' },
    { headers: { 'x-route': 'b' } },
    { extra: { top_p: 1 } },
  ])
    assert.equal(isKnown({ ...record, ...otherEngine }), false, JSON.stringify(otherEngine));
});

test('a fact expires after an hour, together with its description', () => {
  const record = engine();
  storeFact(record, 'tools', 0, 'no tools');
  assert.deepEqual(knownFactsOf(record, HOUR - 1), [{ fact: 'tools', words: 'no tools' }]);
  assert.deepEqual(knownFactsOf(record, HOUR), []);
  assert.equal(storeFact(record, 'tools', HOUR), true);
});

test('a refuted fact is not learned for an hour', () => {
  const record = engine();
  refuteFact(record, 'tools', 0);
  assert.equal(storeFact(record, 'tools', HOUR - 1), false);
  assert.equal(isKnown(record), false);
  assert.equal(storeFact(record, 'tools', HOUR), true);
  refuteFact(record, 'tools', HOUR + 1);
  assert.equal(isKnown(record, HOUR + 2), false);
});

test('an unlearned fact can be learned again at once', () => {
  const record = engine();
  storeFact(record, 'unopened_thought', 0);
  removeFact(record, 'unopened_thought');
  assert.equal(storeFact(record, 'unopened_thought', 0), true);
});

test('an account with any number of engines evicts no fact of another account', () => {
  const record = engine();
  storeFact(record, 'tools', 0);
  const busyAccount = engine();
  for (let round = 0; round < 20_000; round++)
    storeFact({ ...busyAccount, baseUrl: `https://${round}.example/v1` }, 'tools', 0);
  assert.ok(isKnown(record));
  assert.equal(isKnown({ ...busyAccount, baseUrl: 'https://0.example/v1' }), false);
  assert.ok(isKnown({ ...busyAccount, baseUrl: 'https://19999.example/v1' }));
});

/**
 * An owner checks a PAL's engines over the API: the result is readable text, the number of checks is limited, and
 * private addresses are rejected.
 */
import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { checkPalEngines, ENGINE_CHECKS_PER_HOUR } from '../../../src/contract/engine-checks.ts';
import { storeFact, toolFact } from '../../../src/agent/language/engine-memory.ts';
import { ModelServer } from '../model-server.ts';
import { ALICE, BOB, openWorld, type World } from '../world.ts';

let model: ModelServer;
let world: World;
before(async () => {
  model = await ModelServer.open();
  world = await openWorld({
    environment: { LLM_BASE_URL: model.url, LLM_API_KEY: 'sk-operator', LLM_MODEL: 'small' },
  });
});
after(async () => {
  await world.close();
  await model.close();
});
afterEach(() => model.reset());

const check = async (layers: object = {}) => {
  const pal_id = await world.pal({ layers } as never);
  const { result } = await world.call(checkPalEngines, { credential: ALICE, params: { pal_id } });
  return result.data;
};

test('a working engine is reported with its answer, and an embedded one is not called', async () => {
  model.answer = () => 'Yes, I do.';
  const data = await check();
  assert.deepEqual(
    data.map(({ engine, works }) => [engine, works]),
    [
      ['model', true],
      ['voice', null],
      ['ears', null],
    ],
  );
  assert.match(data[0]!.words, /It said: "Yes, I do\."/);
  assert.equal(model.requests.length, 1);
});

test('faults found in calls are reported, with the names of tools', async () => {
  model.answer = () => 'Yes, I do.';
  const engine = { baseUrl: model.url, apiKey: 'sk-operator', model: 'small' };
  const warning = 'the tool "look" is left out: the server does not take its definition';
  storeFact({ ...engine, account: 1 }, toolFact({ name: 'look' }), world.clock.now(), warning);
  storeFact({ ...engine, account: 2 }, toolFact({ name: 'book' }), world.clock.now(), 'the tool "book"');
  const [result] = await check();
  assert.match(result!.words, /Found out: the tool "look" is left out/);
  assert.doesNotMatch(result!.words, /book/);
  world.clock.move(3_600_000);
  assert.doesNotMatch((await check())[0]!.words, /look/);
});

test("a fault is reported without the operator's address and key", async () => {
  for (const [status, message] of [
    [401, /rejects the key \(layers\.llm\.api_key\)/],
    [404, /most end in \/v1.*"small".*layers\.llm\.model/],
  ] as const) {
    model.answer = () => status;
    const [result] = await check();
    assert.equal(result!.works, false);
    assert.match(result!.words, message);
    assert.doesNotMatch(result!.words, /127\.0\.0\.1|sk-operator/);
  }
});

test('an engine address that is not public is never called, for any kind of engine', async () => {
  const privateEngine = { base_url: model.url };
  for (const layers of [{ llm: privateEngine }, { tts: privateEngine }, { stt: privateEngine }]) {
    const data = await check(layers).catch((error: { code: string }) => error.code);
    // A private address is rejected when it is set, before any check.
    assert.equal(data, 'invalid_request');
  }
  assert.equal(model.requests.length, 0);
});

test("a check of another account's PAL is refused, and so is one check too many", async () => {
  const pal_id = await world.pal();
  const code = async (credential: string) =>
    world.call(checkPalEngines, { credential, params: { pal_id } }).then(
      () => '',
      (error: { code: string }) => error.code,
    );
  assert.equal(await code(BOB), 'forbidden');
  let lastRequest = '';
  for (let number = 0; number <= ENGINE_CHECKS_PER_HOUR && !lastRequest; number++)
    lastRequest = await code(ALICE);
  assert.equal(lastRequest, 'too_many_requests');
});

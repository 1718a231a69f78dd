/** The service's owner can read which engines it uses; other accounts see no addresses, and keys are never shown. */
import assert from 'node:assert/strict';
import { after, before, mock, test } from 'node:test';
import { readEngines } from '../../../src/contract/engines.ts';
import { createKey } from '../../../src/contract/keys.ts';
import { ALICE, BOB, openWorld, type World } from '../world.ts';

let world: World;
before(async () => {
  world = await openWorld({
    environment: {
      LLM_BASE_URL: 'https://someone:pass-1@model.example/v1/?token=query-1',
      LLM_API_KEY: 'sk-operator',
      LLM_MODEL: 'small',
    },
  });
});
after(() => world.close());

test('the owner can read sources, models and addresses, without any secret', async () => {
  const fetchMock = mock.method(globalThis, 'fetch', async (address: unknown) => {
    if (!String(address).startsWith('http://127.0.0.1:11434/')) throw new TypeError('no server');
    return Response.json({ data: [{ id: 'nomic-embed-text' }, { id: 'llama3.2:3b' }] });
  });
  try {
    const { result } = await world.call(readEngines, { credential: ALICE });
    assert.match(result.version, /^\d+\.\d+\.\d+/);
    assert.deepEqual(result.data, [
      { engine: 'language', source: 'setting', model: 'small', address: 'https://model.example/v1' },
      { engine: 'voice', source: 'none', model: null, address: null },
      { engine: 'ears', source: 'none', model: null, address: null },
      { engine: 'embeddings', source: 'none', model: null, address: null },
    ]);
    assert.deepEqual(result.local_models, [
      { name: 'Ollama', base_url: 'http://127.0.0.1:11434/v1', model: 'llama3.2:3b' },
    ]);
    assert.doesNotMatch(JSON.stringify(result), /someone|pass-1|query-1|sk-operator/);
    // There are four common ports; each is requested once per minute at most.
    await world.call(readEngines, { credential: ALICE });
    assert.equal(fetchMock.mock.callCount(), 4);
    world.clock.move(60_000);
    await world.call(readEngines, { credential: ALICE });
    assert.equal(fetchMock.mock.callCount(), 8);
    // Another account sees no addresses, and its request does not search the machine for models.
    world.clock.move(60_000);
    const { result: enginesOfBob } = await world.call(readEngines, { credential: BOB });
    assert.deepEqual(enginesOfBob.local_models, []);
    assert.deepEqual(
      enginesOfBob.data.map(({ source, address }) => [source, address]),
      [
        ['setting', null],
        ['none', null],
        ['none', null],
        ['none', null],
      ],
    );
    assert.equal(fetchMock.mock.callCount(), 8);
  } finally {
    fetchMock.mock.restore();
  }
});

test('a key with the scope read is refused', async () => {
  const { result } = await world.call(createKey, { credential: ALICE, body: { name: 'A', scope: 'read' } });
  assert.equal((await world.refusal(readEngines, { credential: result.key })).code, 'scope_missing');
});

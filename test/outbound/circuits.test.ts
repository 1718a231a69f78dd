import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  accountScope,
  CircuitOpenError,
  Circuits,
  FAULTS_TO_OPEN,
  FIRST_WAIT_MS,
  MAX_WAIT_MS,
  SERVICE,
} from '../../src/outbound/circuits.ts';
import { ManualClock } from '../../src/runtime/clock.ts';
import { ALICE, BOB, openWorld } from '../service/world.ts';

const URL = 'https://engine.example/v1/chat/completions';

describe('the circuit breaker of an engine', () => {
  const engine = () => {
    const clock = new ManualClock();
    const circuits = new Circuits(clock);
    const server = { requests: 0, answer: (): Response | Error => new Response('{}') };
    const send = (async () => {
      server.requests++;
      const answer = server.answer();
      if (answer instanceof Error) throw answer;
      return answer;
    }) as typeof fetch;
    const guardedFetch = circuits.wrapFetch(send, SERVICE);
    const ask = async (url = URL) => {
      try {
        return (await guardedFetch(url)).status;
      } catch (error) {
        return error instanceof CircuitOpenError ? 'open' : 'fault';
      }
    };
    return { clock, circuits, server, ask, send };
  };
  const networkError = () => new TypeError('fetch failed');

  test('opens after five failures in a row, is tried after a while, and closes with the first answer', async () => {
    const { clock, circuits, server, ask } = engine();
    server.answer = networkError;
    for (let fault = 0; fault < FAULTS_TO_OPEN; fault++) assert.equal(await ask(), 'fault');
    assert.equal(await ask(), 'open');
    assert.equal(server.requests, FAULTS_TO_OPEN, 'an open circuit sends nothing');
    assert.deepEqual(circuits.states(SERVICE), [
      { engine: 'engine.example/v1/chat/completions', faults: FAULTS_TO_OPEN, state: 'open' },
    ]);
    clock.move(FIRST_WAIT_MS);
    server.answer = () => new Response('{}');
    assert.deepEqual([await ask(), await ask()], [200, 200]);
    assert.deepEqual(circuits.states(SERVICE), []);
  });

  test('waits twice as long after each failed trial, up to a minute; one request tries it at a time', async () => {
    const { clock, server, ask } = engine();
    server.answer = networkError;
    for (let fault = 0; fault < FAULTS_TO_OPEN; fault++) await ask();
    for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(MAX_WAIT_MS, waitMs * 2)) {
      clock.move(waitMs - 1);
      assert.equal(await ask(), 'open', `${waitMs - 1} ms`);
      clock.move(1);
      assert.deepEqual(await Promise.all([ask(), ask(), ask()]), ['fault', 'open', 'open'], `${waitMs} ms`);
      if (waitMs === MAX_WAIT_MS) break;
    }
  });

  test('counts failures of the engine, and not refusals of a wrong request', async () => {
    for (const status of [502, 503, 504, 529]) {
      const { server, ask } = engine();
      server.answer = () => new Response('', { status });
      for (let fault = 0; fault < FAULTS_TO_OPEN; fault++) assert.equal(await ask(), status);
      assert.equal(await ask(), 'open', String(status));
    }
    for (const status of [400, 401, 404, 422, 429, 500, 501]) {
      const { server, ask } = engine();
      server.answer = () => new Response('', { status });
      for (let count = 0; count < 3 * FAULTS_TO_OPEN; count++) assert.equal(await ask(), status);
    }
  });

  test('counts an aborted request as a failure only if it took long', async () => {
    const { clock, circuits } = engine();
    let fail: ((reason: unknown) => void) | undefined;
    const hanging = circuits.wrapFetch(() => new Promise((_, reject) => (fail = reject)), SERVICE);
    const askFor = async (milliseconds: number) => {
      const stop = new AbortController();
      const answer = hanging(URL, { signal: stop.signal }).then(
        () => 'answered',
        (error: Error) => error.message,
      );
      clock.move(milliseconds);
      stop.abort();
      fail!(new Error('given up'));
      return answer;
    };
    for (let count = 0; count < 2 * FAULTS_TO_OPEN; count++) assert.equal(await askFor(500), 'given up');
    for (let count = 0; count < FAULTS_TO_OPEN; count++) assert.equal(await askFor(15_000), 'given up');
    assert.match(await askFor(0), /requests to it are paused/);
  });

  test('is separate for each engine and account', async () => {
    const { circuits, server, ask, send } = engine();
    server.answer = networkError;
    for (let fault = 0; fault < FAULTS_TO_OPEN; fault++) await ask();
    assert.equal(await ask('https://engine.example/v1/audio/speech'), 'fault');
    assert.equal(await ask(`${URL}?version=1`), 'open');
    await assert.rejects(circuits.wrapFetch(send, accountScope(1))(URL), /fetch failed/);
    assert.deepEqual(
      circuits.states(accountScope(1)).map(({ state }) => state),
      ['closed'],
    );
  });
});

test('of one account is not evicted by another account with any number of engines', async () => {
  const circuits = new Circuits(new ManualClock());
  const failingFetch = (async () => new Response('', { status: 503 })) as typeof fetch;
  const firstFetch = circuits.wrapFetch(failingFetch, accountScope(1));
  for (let fault = 0; fault < FAULTS_TO_OPEN; fault++) await firstFetch(URL);
  const otherFetch = circuits.wrapFetch(failingFetch, accountScope(2));
  for (let round = 0; round < 2000; round++) await otherFetch(`https://${round}.example/v1/chat/completions`);
  await assert.rejects(firstFetch(URL), CircuitOpenError);
  assert.equal(circuits.states(accountScope(2)).length, 100);
});

test('is reported at /metrics, and at /readyz to callers with a key', async () => {
  const world = await openWorld();
  try {
    const { circuits } = world.service.context;
    const failingFetch = (async () => new Response('', { status: 503 })) as typeof fetch;
    const [service, alice] = [
      circuits.wrapFetch(failingFetch, SERVICE),
      circuits.wrapFetch(failingFetch, accountScope(1)),
    ];
    for (let fault = 0; fault < FAULTS_TO_OPEN; fault++) await service(URL);
    await alice('https://own.example/v1/audio/speech');
    const readReadiness = async (headers: Record<string, string>) => {
      const answer = await world.service.app.inject({ url: '/readyz', headers });
      assert.equal(answer.statusCode, 200);
      return answer
        .json<{ engines?: { engine: string; state: string }[] }>()
        .engines?.map(({ engine, state }) => `${engine} ${state}`);
    };
    assert.equal(await readReadiness({}), undefined);
    assert.equal(await readReadiness({ 'x-api-key': 'nobody' }), undefined);
    const ownCircuits = ['engine.example/v1/chat/completions open'];
    assert.deepEqual(await readReadiness({ 'x-api-key': BOB }), ownCircuits);
    assert.deepEqual(await readReadiness({ 'x-api-key': ALICE }), [
      ...ownCircuits,
      'own.example/v1/audio/speech closed',
    ]);
    const { body } = await world.service.app.inject('/metrics');
    assert.match(body, /palkit_engine_circuit_open\{engine="engine\.example\/v1\/chat\/completions"\} 1/);
    assert.doesNotMatch(body, /own\.example/);
  } finally {
    await world.close();
  }
});

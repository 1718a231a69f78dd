import { createChallenge, verifySolution, type Challenge, type Solution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { createClient } from '../../src/contract/client.ts';
import { ApiError } from '../../src/contract/api-error.ts';
import { solveCaptcha } from '../../src/elements/session/captcha.ts';
import { FakeService, json, refusal, settle } from './world.ts';

const secrets = { hmacSignatureSecret: 'one', hmacKeySignatureSecret: 'two' };
const challenge = () =>
  createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: 10,
    counter: 25,
    deriveKey,
    ...secrets,
    data: { deployment_id: 'deployment-1', note: 'grün' },
  });
const CHALLENGE = 'GET /v2/deployments/deployment-1/captcha';

function solveWith(service: FakeService, signal = new AbortController().signal): Promise<string> {
  return solveCaptcha(
    createClient<AbortSignal>('https://pal.test', (url, init) => service.fetch(url, init)),
    'deployment-1',
    signal,
  );
}

async function isSolved(token: string): Promise<boolean> {
  const solution = JSON.parse(Buffer.from(token, 'base64').toString('utf8')) as {
    challenge: Challenge;
    solution: Solution;
  };
  return (await verifySolution({ ...solution, deriveKey, ...secrets })).verified;
}

afterEach(() => Reflect.deleteProperty(globalThis, 'Worker'));

test('solves the deployment’s challenge into a token that the service accepts', async () => {
  const challengeJson = await challenge();
  assert.equal(
    await isSolved(await solveWith(new FakeService().on(CHALLENGE, () => json(challengeJson)))),
    true,
  );
});

/** Replaces the browser's workers with workers that the test controls. */
function workers(act: (worker: EventTarget, challenge: Challenge) => void): {
  started: number;
  ended: number;
} {
  const counters = { started: 0, ended: 0 };
  class FakeWorker extends EventTarget {
    constructor() {
      super();
      counters.started++;
    }
    postMessage(challenge: Challenge): void {
      act(this, challenge);
    }
    terminate(): void {
      counters.ended++;
    }
  }
  Object.assign(globalThis, { Worker: FakeWorker });
  return counters;
}

test('solves in a worker if there is one, and ends it', async () => {
  const workerCounts = workers((worker) =>
    worker.dispatchEvent(
      new MessageEvent('message', { data: { counter: 1, derivedKey: 'from the worker' } }),
    ),
  );
  const puzzle = await challenge();
  const token = await solveWith(new FakeService().on(CHALLENGE, () => json(puzzle)));
  assert.equal((JSON.parse(atob(token)) as { solution: Solution }).solution.derivedKey, 'from the worker');
  assert.deepEqual(workerCounts, { started: 1, ended: 1 });
});

test('solves on the page if it forbids the worker, at once or later', async () => {
  const puzzle = await challenge();
  const service = new FakeService().on(CHALLENGE, () => json(puzzle));
  const workerCounts = workers((worker) => worker.dispatchEvent(new Event('error')));
  assert.equal(await isSolved(await solveWith(service)), true);
  assert.equal(workerCounts.ended, 1);
  Object.assign(globalThis, {
    Worker: class {
      constructor() {
        throw new DOMException('', 'SecurityError');
      }
    },
  });
  assert.equal(await isSolved(await solveWith(service)), true);
});

test('a refused challenge is the refusal', async () => {
  await assert.rejects(
    solveWith(new FakeService().on(CHALLENGE, () => refusal('too_many_requests', 5))),
    (error) => error instanceof ApiError && error.code === 'too_many_requests',
  );
});

test('stopped, it ends the worker and solves nothing more', async () => {
  const workerCounts = workers(() => {});
  const puzzle = await challenge();
  const stop = new AbortController();
  const rejection = assert.rejects(
    solveWith(
      new FakeService().on(CHALLENGE, () => json(puzzle)),
      stop.signal,
    ),
  );
  await settle();
  stop.abort();
  await rejection;
  assert.deepEqual(workerCounts, { started: 1, ended: 1 });
});

/**
 * Sends generated requests (`fuzz-requests.ts`). Each must get a response, and none may get a server error. Prints
 * the slowest response time, and the memory after a minute; with `--expose-gc` the growth of the memory is
 * limited. `FUZZ_SEED` repeats a run; `FUZZ_REQUESTS` makes it longer.
 */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { createConversation } from '../../../src/contract/conversations.ts';
import { ERRORS, isErrorCode } from '../../../src/contract/errors.ts';
import { openApi } from '../../../src/developer-tools/openapi.ts';
import { SYSTEM_FACE } from '../../../src/service/seed/seed.ts';
import { Fuzzer, type FuzzedRequest, type Operation } from './fuzz-requests.ts';
import { toneVoice } from '../tone.ts';
import { ALICE, BOB, openWorld, type World } from '../world.ts';

const SEED = Number(process.env['FUZZ_SEED'] ?? 20_260_101);
const REQUESTS = Number(process.env['FUZZ_REQUESTS'] ?? 10_000);
const HANG_MS = 20_000;
/** Milliseconds from which a response counts as slow; on a busy machine, some are. */
const SLOW_MS = 1000;
/** Number of requests after which a process has loaded all of its code and filled its caches. */
const WARM_UP_REQUESTS = 2000;

/** Maximum growth of a warm process's memory, as a fraction. */
const MAX_GROWTH = 0.1;
const { gc } = globalThis as { gc?: () => void };

/** Returns the heap in use after a minute, in megabytes. Until then, timers keep bodies and visitors in memory. */
async function heapOf({ clock }: World): Promise<number> {
  clock.move(60_000);
  // Wait until work that has just ended is stored.
  await new Promise((resolve) => setImmediate(resolve));
  gc?.();
  return process.memoryUsage().heapUsed / 1e6;
}

/** Returns all operations of the OpenAPI document. */
function operations(): Operation[] {
  const { paths } = openApi('https://palkit.example') as {
    paths: Record<string, Record<string, Omit<Operation, 'path' | 'method'>>>;
  };
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      path,
      method: method.toUpperCase(),
      ...operation,
    })),
  );
}

const inject = ({ service }: World, { method, url, headers, payload }: FuzzedRequest) =>
  service.app.inject({
    method: method as 'GET',
    url,
    headers,
    ...(payload === undefined ? {} : { payload }),
  });
type Answer = Awaited<ReturnType<typeof inject>>;

/** Returns the response to a request; rejects if there is none. */
async function answerTo(world: World, request: FuzzedRequest, requestText: string): Promise<Answer> {
  let hang!: NodeJS.Timeout;
  const noResponse = new Promise<never>((_resolve, reject) => {
    hang = setTimeout(() => reject(new Error(`no answer to ${requestText}`)), HANG_MS);
  });
  try {
    return await Promise.race([inject(world, request), noResponse]);
  } finally {
    clearTimeout(hang);
  }
}

/** Asserts that the response is no server error, and that its code matches the error table and OpenAPI. */
function assertSound(answer: Answer, { operation, url }: FuzzedRequest, requestText: string): void {
  const { statusCode, headers, body } = answer;
  assert.ok(statusCode < 500, `${statusCode} to ${requestText}: ${body}`);
  assert.equal(headers['x-injected'], undefined, requestText);
  if (statusCode < 400) return;
  const code = headers['x-error-code'];
  assert.ok(isErrorCode(code), requestText);
  assert.deepEqual(Object.keys(answer.json<object>()), [ERRORS[code].field], requestText);
  // A path with an empty id is a different address.
  if (code === 'not_found' && /\/(\/|$|\?)/.test(url)) return;
  const declared = operation.responses[statusCode]?.headers?.['x-error-code']?.schema.enum;
  assert.ok(declared?.includes(code), `${statusCode} ${code} is not declared: ${requestText}`);
}

/** Counts the results of a run. */
class Tally {
  readonly #byStatus = new Map<number, number>();
  readonly #slow = { count: 0, most: 0, what: '' };

  count(status: number, duration: number, requestText: string): void {
    this.#byStatus.set(status, this.of(status) + 1);
    if (duration >= SLOW_MS) this.#slow.count++;
    if (duration > this.#slow.most)
      Object.assign(this.#slow, { most: duration, what: requestText.slice(0, 200) });
  }

  of(status: number): number {
    return this.#byStatus.get(status) ?? 0;
  }

  lines(): string[] {
    const statuses = [...this.#byStatus].sort(([a], [b]) => a - b);
    const { count, most, what: slowest } = this.#slow;
    return [
      `answers by status: ${statuses.map(([status, number]) => `${status}: ${number}`).join(', ')}`,
      `${count} answers took ${SLOW_MS} ms or more; the slowest ${most.toFixed(0)}: ${slowest}`,
    ];
  }
}

test(
  `${REQUESTS} requests from the OpenAPI document: no server error, no hang`,
  { timeout: Math.max(900_000, REQUESTS * 100) },
  async (context) => {
    const world = await openWorld({
      resolve: async () => [],
      engines: { voice: toneVoice(1), ears: null },
      // Other tests cover hostile media files.
      runMediaJob: async ({ folder }) => {
        for (const ending of ['face', 'webm', 'webp', 'ogg'])
          fs.writeFileSync(path.join(folder, ending), 'x');
        return { seconds: 1 };
      },
    });
    const deployment_id = await world.deployment();
    const pal_id = await world.pal();
    const { conversation_id, meeting_token } = (
      await world.call(createConversation, { credential: ALICE, body: { pal_id } })
    ).result;
    const fuzzer = new Fuzzer(SEED, {
      operations: operations(),
      ids: {
        deployment_id: [deployment_id],
        pal_id: [pal_id],
        conversation_id: [conversation_id],
        face_id: [SYSTEM_FACE.id],
        skill_id: ['magic_canvas', 'presentation', 'internet_search'],
      },
      key: ALICE,
      otherKey: BOB,
      token: meeting_token,
    });

    const tally = new Tally();
    let warm = 0;
    for (let number = 0; number < REQUESTS; number++) {
      const request = fuzzer.next();
      const requestText =
        `seed ${SEED}, request ${number}: ${request.method} ${request.url} ` +
        `${request.payload?.slice(0, 400) ?? ''}`;
      if (number === WARM_UP_REQUESTS) warm = await heapOf(world);
      const startedAt = performance.now();
      const answer = await answerTo(world, request, requestText);
      tally.count(answer.statusCode, performance.now() - startedAt, requestText);
      assertSound(answer, request, requestText);
      if (answer.statusCode < 400 && String(answer.headers['content-type']).startsWith('application/json'))
        fuzzer.learn(request, answer.json<Record<string, unknown> | null>());
    }
    for (const line of tally.lines()) context.diagnostic(line);
    const heap = await heapOf(world);
    context.diagnostic(
      `heap after ${WARM_UP_REQUESTS} requests ${warm.toFixed(0)} MB, a minute after the last ${heap.toFixed(0)} MB`,
    );
    if (gc)
      assert.ok(heap < warm * (1 + MAX_GROWTH), `${heap.toFixed(1)} MB are kept, of ${warm.toFixed(1)}`);
    assert.ok(tally.of(200) > REQUESTS / 20, 'the valid ones do get through');
    assert.equal((await world.service.app.inject({ url: '/readyz' })).statusCode, 200);
    await world.close();
  },
);

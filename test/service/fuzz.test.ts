/**
 * Requests made from the OpenAPI document: as its examples say, nearly so, and hostile. None may be answered
 * with a fault or not at all. `FUZZ_SEED` repeats a run, `FUZZ_REQUESTS` makes it longer; how slow the slowest answer
 * was and what memory is kept (exactly with `--expose-gc`) is told.
 */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { createConversation } from '../../src/contract/conversations.ts';
import { ERRORS, isErrorCode } from '../../src/contract/errors.ts';
import { openApi } from '../../src/service/http/openapi.ts';
import { SYSTEM_FACE } from '../../src/service/seed/seed.ts';
import { toneVoice } from './tone.ts';
import { ALICE, BOB, openWorld } from './world.ts';

const SEED = Number(process.env['FUZZ_SEED'] ?? 20_260_101);
const REQUESTS = Number(process.env['FUZZ_REQUESTS'] ?? 10_000);
const HANG_MS = 20_000;
/** Milliseconds from which an answer is counted as slow; on a busy machine some are. */
const SLOW_MS = 1000;
/** Requests after which everything is loaded that a process keeps. */
const WARM = 2000;

type Operation = {
  operationId: string;
  parameters: { name: string; in: string }[];
  requestBody?: { content: Record<string, { example?: unknown }> };
};

/** Megabytes that are in use. */
function heap(): number {
  (globalThis as { gc?: () => void }).gc?.();
  return process.memoryUsage().heapUsed / 1e6;
}

/** Mulberry32: the same requests for the same seed. */
function generator(seed: number) {
  let state = seed >>> 0;
  const random = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    chance: (share: number) => random() < share,
    below: (count: number) => Math.floor(random() * count),
    pick: <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)]!,
  };
}

const HOSTILE: readonly unknown[] = [
  null,
  '',
  ' ',
  'x'.repeat(70_000),
  '\u0000',
  '\ud800',
  '😀'.repeat(300),
  '__proto__',
  'constructor',
  '../../etc/passwd',
  '%00',
  "'; drop table pals; --",
  '<script>alert(1)</script>',
  '${7*7}',
  '\r\nx-injected: 1',
  'http://127.0.0.1/',
  'http://[::ffff:169.254.169.254]/',
  'file:///etc/passwd',
  'https://user:password@example.com/',
  'javascript:alert(1)',
  'NaN',
  '1e999',
  0,
  -1,
  -0,
  1e308,
  2 ** 53,
  0.1,
  99_999_999_999,
  true,
  false,
  [],
  {},
  [[]],
  [null],
  { __proto: 1 },
  { constructor: { prototype: {} } },
  { toString: 1 },
  Array.from({ length: 300 }, (_, index) => index),
  { a: { b: { c: { d: { e: 1 } } } } },
  '/-',
  '/~2',
  '/data/0/uuid',
  '/__proto__/x',
  '/status',
  'active',
  'ended',
  'p00000000000000000000',
  '2026-13-45',
  '*',
];
const plain = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value));
const BODIES: readonly string[] = [
  '',
  '{',
  '[',
  'null',
  '1',
  '"a"',
  '{"a":1,"a":2}',
  '{"__proto__":{"a":1}}',
  '['.repeat(50_000),
  '{"a":'.repeat(500) + '1' + '}'.repeat(500),
  '\ufeff{}',
  '{"a":"\\ud800"}',
  '{"a":1e400}',
  '\u0000',
];

test(
  `${REQUESTS} requests from the OpenAPI document: no fault, no hang`,
  { timeout: Math.max(900_000, REQUESTS * 100) },
  async (context) => {
    const world = await openWorld({
      resolve: async () => [],
      engines: { voice: toneVoice(1), ears: null },
      // What media jobs make of hostile files is its own tests' concern.
      runMediaJob: async ({ folder }) => {
        for (const ending of ['face', 'webm', 'webp', 'ogg'])
          fs.writeFileSync(path.join(folder, ending), 'x');
        return { seconds: 1 };
      },
    });
    const { chance, below, pick } = generator(SEED);
    const deployment_id = await world.deployment();
    const pal_id = await world.pal();
    const { conversation_id, meeting_token } = (
      await world.call(createConversation, { credential: ALICE, body: { pal_id } })
    ).result;
    /** Ids that exist, by the name of the parameter; what answers make is added. */
    const known = new Map<string, string[]>([
      ['deployment_id', [deployment_id]],
      ['pal_id', [pal_id]],
      ['conversation_id', [conversation_id]],
      ['face_id', [SYSTEM_FACE.id]],
      ['skill_id', ['magic_canvas', 'presentation', 'internet_search']],
    ]);
    const operations = Object.entries(
      (openApi('https://palkit.example') as { paths: Record<string, Record<string, Operation>> }).paths,
    ).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        path,
        method: method.toUpperCase(),
        ...operation,
      })),
    );
    const idOf = (name: string) => known.get(name.replace('persona', 'pal').replace('replica', 'face'));

    function mutated(value: unknown): unknown {
      if (chance(0.15)) return pick(HOSTILE);
      if (Array.isArray(value)) {
        const list = value.map((item) => (chance(0.5) ? mutated(item) : item));
        if (chance(0.2)) list.push(pick(HOSTILE));
        return list;
      }
      if (typeof value !== 'object' || value === null) return chance(0.5) ? pick(HOSTILE) : value;
      const entries = Object.entries(value)
        .filter(() => !chance(0.15))
        .map(([key, inner]) => [key, chance(0.4) ? mutated(inner) : inner] as const);
      if (chance(0.1)) entries.push([plain(pick(HOSTILE)), pick(HOSTILE)]);
      return Object.fromEntries(entries);
    }
    /** An example whose references exist. */
    const alive = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(alive);
      if (typeof value !== 'object' || value === null) return value;
      return Object.fromEntries(
        Object.entries(value).map(([key, inner]) => [
          key,
          typeof inner === 'string' && /_id$/.test(key) && idOf(key.replace('default_', '')) && chance(0.8)
            ? pick(idOf(key.replace('default_', ''))!)
            : alive(inner),
        ]),
      );
    };

    const counted = new Map<number, number>();
    const slow = { count: 0, most: 0, what: '' };
    let warm = 0;
    for (let number = 0; number < REQUESTS; number++) {
      const operation = pick(operations);
      const url = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => {
        const ids = idOf(name);
        if (ids && chance(0.75)) return encodeURIComponent(pick(ids.slice(-20)));
        return encodeURIComponent(
          chance(0.5)
            ? `${name[0]}00000000000000000000`
            : plain(pick(HOSTILE))
                .slice(0, 500)
                .replace(/[\ud800-\udfff]/g, ''),
        );
      });
      const query = operation.parameters
        .filter((parameter) => parameter.in === 'query' && parameter.name !== 'wait' && chance(0.4))
        .map(
          ({ name }) =>
            `${name}=${encodeURIComponent(
              chance(0.5)
                ? String(below(5))
                : plain(pick(HOSTILE))
                    .slice(0, 300)
                    .replace(/[\ud800-\udfff]/g, ''),
            )}`,
        )
        .join('&');
      const headers: Record<string, string> = {};
      const key = chance(0.85) ? ALICE : pick([BOB, 'wrong', '']);
      if (key) headers['x-api-key'] = key;
      if (chance(0.3)) headers['authorization'] = `Bearer ${chance(0.7) ? meeting_token : 'forged'}`;
      if (chance(0.1)) headers['if-match'] = pick(['*', '"x"', 'W/"x"', '', '"']);
      if (chance(0.1))
        headers['origin'] = pick(['https://shop.example', 'null', 'https://evil.example', 'not an origin']);
      let payload: string | undefined;
      if (operation.requestBody || chance(0.05)) {
        const [type, content] = Object.entries(
          operation.requestBody?.content ?? { 'application/json': { example: {} } },
        )[0]!;
        headers['content-type'] = chance(0.95)
          ? type
          : pick(['text/plain', 'application/xml', 'application/json; charset=utf-7', 'multipart/form-data']);
        const sound = alive(content.example);
        payload = chance(0.08)
          ? pick(BODIES)
          : type === 'application/sdp'
            ? pick(['v=0\r\n', 'v=0\r\nm=audio 9 UDP/TLS/RTP/SAVPF 111\r\n', plain(pick(HOSTILE))])
            : (JSON.stringify(chance(0.45) ? sound : mutated(sound)) ?? '');
      }
      const described =
        `seed ${SEED}, request ${number}: ${operation.method} ${url}?${query} ` +
        `${payload?.slice(0, 400) ?? ''}`;
      if (number === WARM) warm = heap();
      const began = performance.now();
      let hang!: NodeJS.Timeout;
      const answer = await Promise.race([
        world.service.app.inject({
          method: operation.method as 'GET',
          url: query ? `${url}?${query}` : url,
          headers,
          ...(payload === undefined ? {} : { payload }),
        }),
        new Promise<never>(
          (_resolve, reject) =>
            (hang = setTimeout(() => reject(new Error(`no answer to ${described}`)), HANG_MS)),
        ),
      ]);
      clearTimeout(hang);
      const took = performance.now() - began;
      if (took >= SLOW_MS) slow.count++;
      if (took > slow.most) Object.assign(slow, { most: took, what: described.slice(0, 200) });
      counted.set(answer.statusCode, (counted.get(answer.statusCode) ?? 0) + 1);
      assert.ok(answer.statusCode < 500, `${answer.statusCode} to ${described}: ${answer.body}`);
      assert.equal(answer.headers['x-injected'], undefined, described);
      if (answer.statusCode >= 400) {
        const code = answer.headers['x-error-code'];
        assert.ok(isErrorCode(code), described);
        assert.deepEqual(Object.keys(answer.json<object>()), [ERRORS[code].field], described);
      } else if (String(answer.headers['content-type']).includes('json')) {
        for (const [name, value] of Object.entries(answer.json<Record<string, unknown>>() ?? {}))
          if (/^\w+_id$/.test(name) && typeof value === 'string' && key === ALICE)
            known.set(name, [...(known.get(name) ?? []), value].slice(-50));
      }
    }
    context.diagnostic(
      `answers by status: ${[...counted]
        .sort(([a], [b]) => a - b)
        .map(([status, count]) => `${status}: ${count}`)
        .join(', ')}`,
    );
    context.diagnostic(
      `${slow.count} answers took ${SLOW_MS} ms or more; the slowest ${slow.most.toFixed(0)}: ${slow.what}`,
    );
    context.diagnostic(
      `heap after ${WARM} requests ${warm.toFixed(0)} MB, at the end ${heap().toFixed(0)} MB`,
    );
    assert.ok((counted.get(200) ?? 0) > REQUESTS / 20, 'the valid ones do get through');
    assert.equal((await world.service.app.inject({ url: '/readyz' })).statusCode, 200);
    await world.close();
  },
);

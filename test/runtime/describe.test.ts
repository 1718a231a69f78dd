/** The log describes a fault well enough to find it, but without the content that was processed. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import pino from 'pino';
import { Background } from '../../src/runtime/background.ts';
import { describe } from '../../src/runtime/describe.ts';
import { EngineError } from '../../src/agent/language/engine-error.ts';
import { until } from '../service/until.ts';

test('an error is described by its reason, its place and its causes, never by its message', () => {
  const cause = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:9'), {
    code: 'ECONNREFUSED',
    errno: -111,
  });
  const description = describe(Object.assign(new EngineError('unreachable', 'my secret'), { cause }));
  assert.equal(description.fault, 'unreachable');
  assert.match(description.at![0]!, /describe\.test/);
  assert.deepEqual(
    [description.cause?.fault, description.cause?.message],
    ['ECONNREFUSED', 'connect ECONNREFUSED 127.0.0.1:9'],
  );
  assert.ok(!JSON.stringify(description).includes('secret'));
  assert.equal(describe('a short description').fault, 'string');
  const ring = new Error('a');
  ring.cause = ring;
  assert.ok(JSON.stringify(describe(ring)).length < 10_000);
});

test('an error of work in the background is logged', async () => {
  const lines: string[] = [];
  const background = new Background(
    pino({ level: 'info' }, { write: (line: string) => void lines.push(line) }),
  );
  background.run(async () => {
    throw new RangeError('secret');
  });
  await until('the line', () => lines.length === 1);
  const line = JSON.parse(lines[0]!) as { fault: string; msg: string };
  assert.deepEqual([line.fault, line.msg], ['RangeError', 'work in the background failed']);
  assert.ok(!lines[0]!.includes('secret'));
  await background.close();
});

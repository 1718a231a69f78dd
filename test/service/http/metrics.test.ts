/** `/metrics` counts calls and errors; it needs a key, except on this machine. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endConversation } from '../../../src/contract/conversations.ts';
import { ALICE, openWorld, talk } from '../world.ts';

test('calls, their ends and the times of their turns are counted', async () => {
  const world = await openWorld();
  try {
    const readMetric = async (pattern: RegExp) => {
      const { body } = await world.service.app.inject('/metrics');
      return Number(pattern.exec(body)?.[1] ?? NaN);
    };
    const call = await world.start(await world.deployment());
    assert.equal(await readMetric(/^palkit_calls (\d+)/m), 0);
    await talk(world, call, 'Hello');
    assert.equal(await readMetric(/^palkit_calls (\d+)/m), 1);
    assert.equal(await readMetric(/^palkit_calls_started_total (\d+)/m), 1);
    assert.ok((await readMetric(/^palkit_turn_first_sound_seconds_count (\d+)/m)) >= 1);
    await world.call(endConversation, {
      credential: ALICE,
      params: { conversation_id: call.conversation_id },
    });
    const endings = /^palkit_calls_ended_total\{reason="end_conversation_endpoint_hit"\} (\d+)/m;
    assert.equal(await readMetric(endings), 1);
    assert.equal(await readMetric(/^palkit_calls (\d+)/m), 0);
  } finally {
    await world.close();
  }
});

test('errors of engines are counted by their kind', async () => {
  const world = await openWorld();
  try {
    const { log } = world.service.context;
    log.warn({ engine: 'model', fault: 'timeout' }, 'an answer was given up');
    log.error({ engine: 'model', fault: 'timeout' }, 'an answer was given up');
    log.warn({ engine: 'voice', fault: 'a sentence, "with" quotes' }, 'speaking failed');
    log.warn({ fault: 'timeout' }, 'something else failed');
    log.info({ engine: 'model', words: 'tools' }, 'a server lacks something');
    for (let number = 0; number < 100; number++) log.warn({ engine: 'ears', fault: `word${number}` }, 'x');
    const { body } = await world.service.app.inject('/metrics');
    const lines = body.split('\n').filter((line) => line.startsWith('palkit_engine_faults_total'));
    assert.ok(lines.includes('palkit_engine_faults_total{engine="model",fault="timeout"} 2'), body);
    assert.ok(lines.includes('palkit_engine_faults_total{engine="voice",fault="other"} 1'));
    assert.equal(lines.length, 52, 'words that come from outside are bounded');
  } finally {
    await world.close();
  }
});

test('metrics are readable from this machine only, and elsewhere with a key', async () => {
  const status = async (
    environment: Record<string, string>,
    headers: Record<string, string>,
    from?: string,
  ) => {
    const world = await openWorld({ environment });
    try {
      const answer = await world.service.app.inject({
        url: '/metrics',
        headers,
        ...(from ? { remoteAddress: from } : {}),
      });
      return answer.statusCode;
    } finally {
      await world.close();
    }
  };
  assert.equal(await status({}, {}), 200);
  assert.equal(await status({}, { 'x-forwarded-for': '203.0.113.1' }), 401);
  assert.equal(await status({}, {}, '203.0.113.1'), 401);
  const key = { METRICS_KEY: 'operator-key-1' };
  assert.equal(await status(key, {}), 401);
  assert.equal(await status(key, { authorization: 'Bearer operator-key-2' }), 401);
  assert.equal(await status(key, { authorization: 'Bearer operator-key-1' }, '203.0.113.1'), 200);
});

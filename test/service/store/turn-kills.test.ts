import assert from 'node:assert/strict';
import { once } from 'node:events';
import fs from 'node:fs';
import { test } from 'node:test';
import { createClient } from '../../../src/contract/client.ts';
import { createConversation, getConversation } from '../../../src/contract/conversations.ts';
import { createGuardrail, type Guardrail } from '../../../src/contract/guardrails.ts';
import { createObjectives } from '../../../src/contract/objectives.ts';
import { createPal } from '../../../src/contract/pals.ts';
import { readRoom, writeRoom } from '../../../src/contract/rooms.ts';
import { freePort } from '../../free-port.ts';
import { until } from '../until.ts';
import { SYSTEM_FACE } from '../../../src/service/seed/seed.ts';
import { ModelServer } from '../model-server.ts';
import { Receiver } from '../receiver.ts';
import { createFreshFolder } from '../fresh-database.ts';
import { KEY, startKillable } from './killable-service.ts';

// Proves events-20.
test(
  "after kill -9 in a call, callbacks match the room's events in order, and the call continues",
  { timeout: 120_000 },
  async () => {
    const folder = await createFreshFolder();
    const port = await freePort();
    const model = await ModelServer.open();
    const receiver = await Receiver.open();
    receiver.answer = () => 503;
    const client = createClient<AbortSignal>(`http://127.0.0.1:${port}`, (url, init) => fetch(url, init));
    const start = () =>
      startKillable(folder, port, {
        DATABASE_URL: '',
        OUTBOUND_ALLOWED_HOSTS: receiver.host,
        LOG_LEVEL: 'silent',
        LLM_BASE_URL: model.url,
        STT_BASE_URL: 'http://127.0.0.1:1',
        TTS_BASE_URL: 'http://127.0.0.1:1',
      });
    let service = await start();
    try {
      const { objectives_id } = (
        await client(createObjectives, {
          credential: KEY,
          body: {
            data: [
              { objective_name: 'first', objective_prompt: 'x', callback_url: receiver.url('/first') },
              {
                objective_name: 'second',
                objective_prompt: 'x',
                output_variables: ['town'],
                callback_url: receiver.url('/second'),
              },
            ],
          },
        })
      ).result;
      const { uuid } = (
        await client(createGuardrail, {
          credential: KEY,
          body: {
            guardrail_name: 'Rule',
            guardrail_prompt: 'x',
            modality: 'verbal',
            callback_url: receiver.url('/rule'),
          } as never,
        })
      ).result as Guardrail;
      const { pal_id } = (
        await client(createPal, {
          credential: KEY,
          body: { system_prompt: 'x', default_face_id: SYSTEM_FACE.id, objectives_id, guardrail_ids: [uuid] },
        })
      ).result;
      const conversation = (await client(createConversation, { credential: KEY, body: { pal_id } })).result;
      const params = { conversation_id: conversation.conversation_id };
      const storedLines = async () =>
        (await client(getConversation, { credential: KEY, params, query: { verbose: 'true' } })).result
          .events!.filter(({ event_type }) => event_type.startsWith('conversation.'))
          .map(
            ({ event_type, properties }) =>
              (properties['objective_name'] as string | undefined) ?? event_type,
          );
      /** Sends a line, and waits until the room reports the expected event. */
      const say = async (text: string, event: string) => {
        await client(writeRoom, {
          params,
          credential: conversation.meeting_token,
          body: { message_type: 'conversation', event_type: 'conversation.respond', properties: { text } },
        });
        await until(`the room to tell of ${event}`, async () => {
          const { result } = await client(readRoom, { params, credential: conversation.meeting_token });
          return result.data.some((message) => JSON.stringify(message).includes(event));
        });
      };
      await client(readRoom, { params, credential: conversation.meeting_token });
      model.judge = () => ({ triggered: [{ rule: 1, by: 'visitor' }], objective: { completed: true } });
      await say('One.', 'conversation.objective.completed');
      await receiver.count(1);
      service.kill('SIGKILL');
      await once(service, 'exit');
      receiver.answer = () => 200;
      service = await start();
      assert.deepEqual(await storedLines(), ['conversation.guardrail_triggered', 'first']);
      await client(readRoom, { params, credential: conversation.meeting_token });
      model.judge = () => ({ objective: { completed: true, values: { town: 'Berne' } } });
      await say('In Berne.', '"second"');
      assert.deepEqual(await storedLines(), ['conversation.guardrail_triggered', 'first', 'second']);
      while (!receiver.received.some(({ path }) => path === '/second'))
        await receiver.count(receiver.received.length + 1);
      assert.deepEqual(
        [...new Set(receiver.received.map(({ path }) => path))],
        ['/rule', '/first', '/second'],
      );
      assert.deepEqual(receiver.received.at(-1)!.json, {
        conversation_id: conversation.conversation_id,
        objective_name: 'second',
        output_variables: { town: 'Berne' },
      });
    } finally {
      service.kill('SIGKILL');
      await receiver.close();
      await model.close();
      fs.rmSync(folder, { recursive: true, force: true });
    }
  },
);

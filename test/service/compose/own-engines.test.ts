/** A program starts the service with a custom voice and room; a call uses both. */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { test } from 'node:test';
import { createClient } from '../../../src/contract/client.ts';
import { createDeployment, patchDeployment, startDeployment } from '../../../src/contract/deployments.ts';
import { createPal } from '../../../src/contract/pals.ts';
import { joinRoom } from '../../../src/contract/rooms.ts';
import { createService, SettingError } from '../../../src/service/index.ts';
import { SYSTEM_FACE } from '../../../src/service/seed/seed.ts';
import { toneVoice } from '../tone.ts';
import { until } from '../until.ts';
import { createFreshFolder } from '../fresh-database.ts';
import { ALICE, ScriptedMedia } from '../world.ts';
import { freePort } from '../../free-port.ts';

test('calls use the given room and voice, which close with the service', async () => {
  const folder = await createFreshFolder();
  const port = await freePort();
  const rooms = Object.assign(new ScriptedMedia(), { close: async () => void closedEngines.push('rooms') });
  const voice = Object.assign(toneVoice(), { close: async () => void closedEngines.push('voice') });
  const closedEngines: string[] = [];
  const service = await createService({
    settings: {
      PORT: String(port),
      DATA_DIR: folder,
      API_KEYS: `1:${ALICE}`,
      LOG_LEVEL: 'silent',
      LOCAL_ENGINES: 'off',
    },
    engines: { voice, ears: null },
    rooms,
  });
  try {
    assert.equal(service.url, `http://127.0.0.1:${port}`);
    assert.equal(service.newKey, null);
    const call = createClient<AbortSignal>(service.url, (url, init) => fetch(url, init));
    const pal = await call(createPal, {
      credential: ALICE,
      body: {
        system_prompt: 'Be kind.',
        custom_greeting: 'Hello from my own voice.',
        default_face_id: SYSTEM_FACE.id,
      },
    });
    const { deployment_id } = (
      await call(createDeployment, {
        credential: ALICE,
        body: { pal_id: pal.result.pal_id, channel: 'widget' } as never,
      })
    ).result;
    await call(patchDeployment, {
      credential: ALICE,
      params: { deployment_id },
      body: [{ op: 'replace', path: '/status', value: 'active' }],
    });
    const { result: conversation } = await call(startDeployment, { params: { deployment_id }, body: {} });
    await call(joinRoom, {
      params: { conversation_id: conversation.conversation_id },
      credential: conversation.meeting_token,
      body: 'v=0\r\noffer',
    });
    const callId = rooms.commands.find(([verb]) => verb === 'join')![1] as string;
    rooms.emit({ is: 'connected', callId });
    await until('the greeting goes out by the room', () =>
      rooms.commands.some(([verb, id]) => verb === 'say' && id === callId),
    );
  } finally {
    await service.close();
    fs.rmSync(folder, { recursive: true, force: true });
  }
  assert.deepEqual(closedEngines.sort(), ['rooms', 'voice']);
});

test('a wrong setting is reported by its name before anything starts', async () => {
  await assert.rejects(
    () => createService({ settings: { PORT: 'many' } }),
    (error: unknown) => error instanceof SettingError && /PORT/.test(error.message),
  );
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ServiceSession } from '../../src/elements/session/session.ts';
import {
  DEPLOYMENT,
  END,
  FakeMedia,
  FakeService,
  INIT,
  json,
  MovedClock,
  settle,
  START,
  startedResponse,
} from './world.ts';

test('a browser without WebRTC requests no microphone and types from the start', async () => {
  const media = new FakeMedia();
  const service = new FakeService()
    .on(INIT, () => json(DEPLOYMENT))
    .on(START, () => startedResponse())
    .on(END, () => json({}))
    .on('GET /rooms/{}/messages', ({ query }) =>
      query.get('wait') === '0' ? json({ data: [], ended: false }) : new Promise<Response>(() => {}),
    );
  assert.equal(globalThis.RTCPeerConnection, undefined, 'Node has none');
  const session = new ServiceSession({
    baseUrl: 'https://pal.test',
    deploymentId: 'deployment-1',
    fetch: service.fetch,
    clock: new MovedClock(),
    media: media.port,
  });
  session.begin();
  for (let turn = 0; turn < 10 && session.view.phase.is !== 'live'; turn++) await settle();
  const { phase, deployment } = session.view;
  assert.deepEqual(
    { is: phase.is, transport: phase.is === 'live' && phase.transport },
    { is: 'live', transport: 'text' },
  );
  assert.equal(deployment!.customization.modality, 'chat');
  session.askDevices({ microphone: true, camera: false });
  await settle();
  assert.deepEqual(media.requests, []);
  session.dispose();
});

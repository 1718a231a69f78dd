/** A service that renders videos, for the tests. */
import { after, before } from 'node:test';
import { createVideo, getVideo } from '../../../src/contract/videos.ts';
import { SYSTEM_FACE } from '../../../src/service/seed/seed.ts';
import { FileServer } from '../media/films.ts';
import { Receiver } from '../receiver.ts';
import { toneVoice } from '../tone.ts';
import { ALICE, openWorld, type World } from '../world.ts';

export const face_id = SYSTEM_FACE.id;
export let world: World;
export let server: FileServer;
export let receiver: Receiver;
before(async () => {
  server = await new FileServer().open();
  receiver = await Receiver.open();
  world = await openWorld({
    environment: { OUTBOUND_ALLOWED_HOSTS: `${server.host},${receiver.host}` },
    engines: { voice: toneVoice(), ears: null },
  });
});
after(async () => {
  await world.close();
  await server.close();
  await receiver.close();
});

export const ask = async (body: Record<string, unknown>, targetWorld = world) =>
  (await targetWorld.call(createVideo, { credential: ALICE, body: { face_id, ...body } })).result;
export const read = async (video_id: string, targetWorld = world) =>
  (await targetWorld.call(getVideo, { credential: ALICE, params: { video_id } })).result;

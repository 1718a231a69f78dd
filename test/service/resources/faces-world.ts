/** A service, a server for films and a receiver, for tests of faces. */
import fs from 'node:fs';
import path from 'node:path';
import { after, afterEach, before } from 'node:test';
import { createFace, getFace } from '../../../src/contract/faces.ts';
import { FileServer } from '../media/films.ts';
import { Receiver } from '../receiver.ts';
import { ALICE, openWorld, type World } from '../world.ts';

export let world: World;
export let server: FileServer;
export let receiver: Receiver;
before(async () => {
  server = await new FileServer().open();
  receiver = await Receiver.open();
  world = await openWorld({
    environment: { OUTBOUND_ALLOWED_HOSTS: `${server.host},${receiver.host}`, FFMPEG_PATH: 'none' },
  });
});
after(async () => {
  await world.close();
  await server.close();
  await receiver.close();
});
afterEach(() => world.service.context.jobs.idle());

export const media = () => path.join(world.service.context.config.dataDir, 'media');
export const files = (folder: string) =>
  fs.existsSync(path.join(media(), folder)) ? fs.readdirSync(path.join(media(), folder)).sort() : [];
export const begin = async (train_video_url: string, extraFields: Record<string, unknown> = {}) =>
  (
    await world.call(createFace, {
      credential: ALICE,
      body: { face_name: 'Ada', train_video_url, ...extraFields },
    })
  ).result;
export const read = async (face_id: string) =>
  (
    await world.call(getFace, {
      credential: ALICE,
      params: { face_id },
      query: { verbose: 'true' } as never,
    })
  ).result;
export const train = async (file: Buffer) => {
  const { face_id } = await begin(server.serve('/film', file));
  await world.service.context.jobs.idle();
  return read(face_id);
};

/** A recorded call as the media process writes it; the service converts it to a film. */
import fs from 'node:fs';
import path from 'node:path';

/** The current path of the module, and its path when the older database was recorded. */
const MODULES = ['src/rooms/embedded/call-log.ts', 'src/service/rooms/embedded/call-log.ts'];
const MS = 500;

/** Writes half a second of the agent's picture. */
export async function writeCallLog(place: { folder: string; name: string }, began: number): Promise<void> {
  const file = MODULES.map((name) => path.resolve(name)).find((name) => fs.existsSync(name))!;
  const { CallLogWriter } = (await import(
    file
  )) as typeof import('../../../../src/rooms/embedded/call-log.ts');
  const face = path.resolve('src/assets/faces/mira.face');
  const log = new CallLogWriter(place, face, began, (error) => {
    throw error;
  });
  log.add('joined', began, new Uint8Array());
  for (let tick = 0; tick < MS; tick += 100) log.add('picture', began + tick, Buffer.from([0, 7]));
  log.flush(began + MS);
  await log.close();
}

import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, describe, test } from 'node:test';
import { Media, MediaError } from '../../src/rooms/embedded/media.ts';
import type { MediaEvent } from '../../src/rooms/embedded/media-messages.ts';
import { until } from '../service/until.ts';

// Proves events-11.
test('a media process that cannot restart reports its calls as lost, and keeps trying to restart', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'palkit-repair-'));
  const [program, brokenProgram] = [path.join(folder, 'program.mjs'), path.join(folder, 'broken')];
  fs.writeFileSync(
    program,
    `import fs from 'node:fs';
    if (fs.existsSync(${JSON.stringify(brokenProgram)})) process.exit(1);
    process.on('message', ({ id }) => process.send({ answer: { id, sdp: 'v=0' } }));
    process.on('disconnect', () => process.exit(0));
    process.send({ ready: true });`,
  );
  // The process's own timers do not keep it alive, so add one that does.
  const keepAlive = setInterval(() => {}, 1000);
  const media = await Media.start({ udpPort: 0, program, restartDelay: 1, log: () => {} });
  try {
    const events: MediaEvent[] = [];
    const whenSent = new Promise<void>((resolve) => {
      media.subscribe((event) => {
        events.push(event);
        if (event.is === 'beyond-repair') resolve();
      });
    });
    await media.join({ callId: 'call-1', offer: 'v=0', face: '' });
    fs.writeFileSync(brokenProgram, '');
    process.kill(media.pid!, 'SIGKILL');
    await whenSent;
    assert.deepEqual(events, [
      { is: 'crashed', callIds: ['call-1'] },
      { is: 'beyond-repair', callIds: ['call-1'] },
    ]);
    fs.rmSync(brokenProgram);
    await until('the new media process', () =>
      media.join({ callId: 'call-2', offer: 'v=0', face: '' }).then(
        () => true,
        () => false,
      ),
    );
  } finally {
    clearInterval(keepAlive);
    await media.close();
    fs.rmSync(folder, { recursive: true, force: true });
  }
});

describe('a media process that ends before it is ready', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'palkit-repair-'));
  after(() => fs.rmSync(folder, { recursive: true, force: true }));
  /** Starts a program that fails `times` times before it is ready; returns the log of the failures. */
  const start = async (ending: string, times: number) => {
    const program = path.join(folder, `${ending.length}-${times}.mjs`);
    fs.writeFileSync(
      program,
      `import fs from 'node:fs';
      const starts = ${JSON.stringify(program)} + '.starts';
      fs.appendFileSync(starts, '.');
      if (fs.readFileSync(starts, 'utf8').length <= ${times}) ${ending};
      process.on('disconnect', () => process.exit(0));
      process.send({ ready: true });`,
    );
    const messages: string[] = [];
    const media = await Media.start({
      udpPort: 0,
      program,
      log: (_, message) => void messages.push(message),
    });
    await media.close();
    return messages;
  };
  const killed = "process.kill(process.pid, 'SIGKILL')";

  test('is started again after it is killed', async () => {
    assert.deepEqual(await start(killed, 2), Array(2).fill('The media process cannot run here (SIGKILL).'));
  });

  test('is abandoned after four attempts, or at once if it exited by itself', async () => {
    const fault = (message: string) => (error: unknown) =>
      error instanceof MediaError && error.message === message;
    await assert.rejects(start(killed, 4), fault('The media process cannot run here (SIGKILL).'));
    await assert.rejects(start('process.exit(3)', 1), fault('The media process cannot run here (exit 3).'));
  });
});

import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { Media, type MediaEvent } from '../../../src/service/rooms/embedded/media.ts';
import { until } from '../until.ts';

test('a media process that does not come up again gives its calls up, and goes on trying', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'palkit-repair-'));
  const [program, broken] = [path.join(folder, 'program.mjs'), path.join(folder, 'broken')];
  fs.writeFileSync(
    program,
    `import fs from 'node:fs';
    if (fs.existsSync(${JSON.stringify(broken)})) process.exit(1);
    process.on('message', ({ id }) => process.send({ answer: { id, sdp: 'v=0' } }));
    process.on('disconnect', () => process.exit(0));
    process.send({ ready: true });`,
  );
  // The process' own timers keep nothing alive.
  const alive = setInterval(() => {}, 1000);
  const media = await Media.start({ udpPort: 0, program, reviveAfter: 1, log: () => {} });
  try {
    const events: MediaEvent[] = [];
    const given = new Promise<void>((resolve) => {
      media.subscribe((event) => {
        events.push(event);
        if (event.is === 'beyond-repair') resolve();
      });
    });
    await media.join({ callId: 'call-1', offer: 'v=0', face: '' });
    fs.writeFileSync(broken, '');
    process.kill(media.pid!, 'SIGKILL');
    await given;
    assert.deepEqual(events, [
      { is: 'crashed', callIds: ['call-1'] },
      { is: 'beyond-repair', callIds: ['call-1'] },
    ]);
    fs.rmSync(broken);
    await until('the new media process', () =>
      media.join({ callId: 'call-2', offer: 'v=0', face: '' }).then(
        () => true,
        () => false,
      ),
    );
  } finally {
    clearInterval(alive);
    await media.close();
    fs.rmSync(folder, { recursive: true, force: true });
  }
});

/** When the media process hangs, it is killed and restarted, and the network that caused the hang is blocked. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import rtc from 'node-datachannel';
import { unless } from '../surroundings.ts';
import { ManualClock } from '../../src/runtime/clock.ts';
import { Media } from '../../src/rooms/embedded/media.ts';
import type { MediaEvent } from '../../src/rooms/embedded/media-messages.ts';
import { until } from '../service/until.ts';
import { joinNatively, type NativeVisitor } from './native-visitor.ts';

/** RTCP source descriptions that libdatachannel considers invalid and parses in an endless loop. */
const ENDLESS = [
  '82ca00038b4017d63a2fae1316706f8f',
  // A description with an item that is longer than its chunk.
  '81ca00031234567801ff616263000000',
  // The same description after a valid receiver report.
  '80c9000112345678' + '81ca00031234567801ff616263000000',
].map((hex) => Buffer.from(hex, 'hex'));

describe(
  'a packet that blocks a native thread forever',
  { skip: unless(process.platform === 'linux', 'linux') },
  () => {
    let media: Media;
    const events: MediaEvent[] = [];
    const visitors: NativeVisitor[] = [];
    const crashes = () => events.filter((event) => event.is === 'crashed').length;
    before(async () => {
      media = await Media.start({ udpPort: 0, log: () => {} });
      media.subscribe((event) => events.push(event));
    });
    after(async () => {
      await Promise.all(visitors.map((visitor) => visitor.close()));
      await media.close();
      // Without this cleanup, native threads would keep this process alive.
      rtc.cleanup();
    });
    const join = async (callId: string, network: string | null = null) => {
      const visitor = await joinNatively(media, callId, network);
      visitors.push(visitor);
      return visitor;
    };

    for (const [index, packet] of ENDLESS.entries())
      test(`${packet.toString('hex')}: the process is replaced and calls can be joined again`, async () => {
        const before = crashes();
        const attacker = await join(`attacker-${index}`);
        await until('the first pictures', () => attacker.countPictures() > 10);
        attacker.camera.sendMessageBinary(packet);
        await until('the process to be ended', () => crashes() > before);
        await until('the process to be back', () => media.available);
        const guest = await join(`guest-${index}`);
        await until('pictures for the next visitor', () => guest.countPictures() > 10);
      });

    test('a network whose packets preceded two hangs is refused for an hour, others are not', async () => {
      for (const turn of [1, 2]) {
        const before = crashes();
        const attacker = await join(`repeated-${turn}`, '192.0.2.7');
        await join(`bystander-${turn}`, '198.51.100.9');
        await until('the first pictures', () => attacker.countPictures() > 10);
        attacker.camera.sendMessageBinary(ENDLESS[0]!);
        await until('the process to be ended', () => crashes() > before);
        await until('the process to be back', () => media.available);
      }
      await assert.rejects(media.join({ callId: 'third', offer: '', face: '' }, '192.0.2.7'), {
        code: 'too_many_requests',
      });
      await join('bystander-3', '198.51.100.9');
    });
  },
);

describe('a media process that stops answering', () => {
  let clock: ManualClock;
  beforeEach(() => (clock = new ManualClock()));

  test('is unavailable after 2.5 seconds, killed after five, and back once it is restarted', async () => {
    const events: MediaEvent[] = [];
    const media = await Media.start({ udpPort: 0, clock, log: () => {} });
    try {
      media.subscribe((event) => events.push(event));
      assert.equal(media.available, true);
      const stoppedPid = media.pid;
      assert.ok(stoppedPid);
      process.kill(stoppedPid, 'SIGSTOP');
      for (let ping = 0; ping < 5; ping++) clock.move(500);
      assert.equal(media.available, false);
      assert.equal(media.pid, stoppedPid);
      for (let ping = 0; ping < 6; ping++) clock.move(500);
      await until('another process', () => media.available && media.pid !== stoppedPid);
      assert.deepEqual(events, [{ is: 'crashed', callIds: [] }]);
    } finally {
      await media.close();
    }
  });

  test('is not killed if it only answers late', async () => {
    const media = await Media.start({ udpPort: 0, clock, log: () => {} });
    try {
      const { pid } = media;
      for (let seconds = 0; seconds < 10; seconds++) {
        clock.move(500);
        clock.move(500);
        await media.readStats();
      }
      assert.equal(media.pid, pid);
      assert.equal(media.available, true);
    } finally {
      await media.close();
    }
  });
});

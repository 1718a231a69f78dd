/** A page that draws the face itself receives timed cues of the face instead of video. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { STRESS } from '../../src/contract/mouths.ts';
import { AgentEvent, readMessage, type AgentEventProperties } from '../../src/contract/room-events.ts';
import { FaceCues } from '../../src/rooms/embedded/face-cues.ts';
import { Playout } from '../../src/rooms/embedded/playout.ts';
import { join, media, next, tone, visit } from './media-calls.ts';

type Cue = AgentEventProperties<'conversation.face'>;

function cueOf(message: string): Cue | null {
  const event = readMessage(AgentEvent, message);
  return event?.event_type === 'conversation.face' ? event.properties : null;
}

/** Plays sentences tick by tick as a connection does. */
function play(steps: (tick: number, playout: Playout) => void, ticks: number): Cue[] {
  const cues: Cue[] = [];
  const track = new FaceCues('c1', 4_294_967_000, (message) => {
    const cue = cueOf(message);
    assert.ok(cue, message);
    cues.push(cue);
  });
  const playout = new Playout(() => {});
  let isQuiet = true;
  for (let tick = 0; tick < ticks; tick++) {
    steps(tick, playout);
    const packet = playout.next();
    const upcomingCue = packet && (packet.first || isQuiet) ? playout.upcomingMouths() : null;
    if (upcomingCue) track.speak(tick, upcomingCue.mouths, upcomingCue.late);
    if (!packet) track.pause(tick);
    isQuiet = !packet;
  }
  return cues;
}

const sentence = (mouths: number[]) => ({
  text: '',
  packets: Array.from({ length: mouths.length * 2 }, () => new Uint8Array(1)),
  mouths: Uint8Array.from(mouths),
  duration: mouths.length * 0.04,
});
/** Returns the RTP timestamp of a tick on the audio track, which wraps at 32 bits. */
const timestampOf = (tick: number) => (4_294_967_000 + tick * 960) % 2 ** 32;

test('a sentence sends its mouth shapes with the time of its first packet, and its end sends nothing', () => {
  const cues = play((tick, playout) => {
    if (tick === 3) playout.add('u1', sentence([1, 3, 2, 0]));
    if (tick === 5) playout.add('u2', sentence([4, 4]));
  }, 30);
  assert.deepEqual(cues, [
    { at: timestampOf(3), mouths: '1320' },
    { at: timestampOf(11), mouths: '44' },
  ]);
});

test('the stressed syllables of a sentence are sent with its mouth shapes', () => {
  const cues = play((tick, playout) => {
    if (tick === 3) playout.add('u1', sentence([1, 3 + STRESS, 2, 4 + STRESS, 0]));
  }, 20);
  assert.deepEqual(cues, [{ at: timestampOf(3), mouths: '13240', stresses: [1, 3] }]);
});

test('an interruption withdraws the rest, and a pause continues at its position', () => {
  const hushed = play((tick, playout) => {
    if (tick === 0) playout.add('u1', sentence([1, 3, 2, 0]));
    if (tick === 4) playout.hush();
  }, 12);
  assert.deepEqual(hushed, [
    { at: timestampOf(0), mouths: '1320' },
    { at: timestampOf(4), mouths: '' },
  ]);
  const cues = play((tick, playout) => {
    if (tick === 0) playout.add('u1', sentence([1, 3, 2, 0]));
    if (tick === 3) playout.hold(true);
    if (tick === 9) playout.hold(false);
  }, 30);
  assert.deepEqual(cues, [
    { at: timestampOf(0), mouths: '1320' },
    { at: timestampOf(3), mouths: '' },
    { at: timestampOf(8), mouths: '320' },
  ]);
});

describe('with a real browser', () => {
  test('an offer that receives no video gets the cues of the face and at most 60 kbit/s', async () => {
    const guest = await visit();
    const connectedEvent = next((event) => event.is === 'connected' && event.callId === 'moody-drawn');
    await join(guest, 'moody-drawn', 'sendonly');
    await connectedEvent;
    const framesBefore = (await media.readStats()).framesSent;
    const saidEvent = next((event) => event.is === 'said' && event.callId === 'moody-drawn');
    media.setMood('moody-drawn', 'listening');
    media.say('moody-drawn', 'u1', tone(3));
    await saidEvent;
    const { messages, bytes, tracks } = await guest.evaluate(async () => {
      const { room } = window as unknown as {
        room: { peer: RTCPeerConnection; stream: MediaStream; messages: string[] };
      };
      const stats = [...(await room.peer.getStats()).values()] as { type: string; bytesReceived?: number }[];
      return {
        messages: room.messages,
        bytes: stats.find(({ type }) => type === 'transport')!.bytesReceived!,
        tracks: room.stream.getTracks().map(({ kind }) => kind),
      };
    });
    const cues = messages.map(cueOf).filter((cue) => cue !== null);
    assert.ok(cues[0]!.seed !== undefined && cues[0]!.mood === 'idle', JSON.stringify(cues[0]));
    assert.equal(cues.filter(({ mood }) => mood === 'listening').length, 1);
    const [speech] = cues.filter(({ mouths }) => mouths);
    assert.equal(speech!.mouths, '3'.repeat(75));
    assert.deepEqual(tracks, ['audio']);
    assert.equal((await media.readStats()).framesSent, framesBefore);
    // The sum includes the few kilobytes of the handshake.
    const kilobits = (bytes * 8) / 3 / 1000;
    console.log(`${kilobits.toFixed(0)} kbit/s while the agent speaks`);
    assert.ok(kilobits <= 60, `${kilobits} kbit/s`);
    media.leave('moody-drawn');
    await guest.close();
  });
});

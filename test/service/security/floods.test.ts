/** A visitor who sends more than any person or page does, through each entrance to a call. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import rtc from 'node-datachannel';
import type { VisitorEvent } from '../../../src/contract/room-events.ts';
import { readRoom } from '../../../src/contract/rooms.ts';
import { assetPath } from '../../../src/runtime/asset-data.ts';
import { ManualClock } from '../../../src/runtime/clock.ts';
import { Inflow, INFLOW } from '../../../src/rooms/embedded/inflow.ts';
import { Media } from '../../../src/rooms/embedded/media.ts';
import type { MediaEvent } from '../../../src/rooms/embedded/media-messages.ts';
import { EmbeddedRooms } from '../../../src/rooms/embedded/rooms.ts';
import { until } from '../until.ts';
import { openWorld, ScriptedMedia } from '../world.ts';

const FACE = assetPath('faces/mira.face');
const line = (text: string) =>
  JSON.stringify({ message_type: 'conversation', event_type: 'conversation.respond', properties: { text } });

describe('the limits of one browser in the media process', () => {
  test('messages have a burst and a rate', () => {
    const inflow = new Inflow(0);
    const countAccepted = (now: number, count: number) =>
      Array.from({ length: count }, () => inflow.takeMessage(now, 100)).filter(Boolean).length;
    assert.equal(countAccepted(0, 10_000), INFLOW.messages.burst);
    assert.equal(countAccepted(1000, 10_000), INFLOW.messages.perSecond);
  });

  test('bytes have a burst and a rate', () => {
    const inflow = new Inflow(0);
    let count = 0;
    for (let number = 0; number < 200; number++) if (inflow.takeMessage(0, 65_536)) count++;
    assert.equal(count, INFLOW.bytes.burst / 65_536);
  });

  test('packets of a microphone have a rate, and so has their sound', () => {
    const inflow = new Inflow(0);
    let packets = 0;
    for (let number = 0; number < 1000; number++) if (inflow.takeVoicePacket(0)) packets++;
    assert.equal(packets, INFLOW.voicePackets.burst);
    let seconds = 0;
    for (let number = 0; number < 1000; number++) if (inflow.takeVoice(0, 0.125)) seconds += 0.125;
    assert.equal(seconds, INFLOW.voiceSeconds.burst);
    // Packets of a normal voice are never dropped.
    for (let now = 0, inflow = new Inflow(0); now < 600_000; now += 20)
      assert.ok(inflow.takeVoicePacket(now) && inflow.takeVoice(now, 0.02), `at ${now}`);
  });

  test('the outgoing queue is bounded', () => {
    const inflow = new Inflow(0);
    const pendingSends = Array.from({ length: 240 }, () => inflow.countSending());
    assert.equal(inflow.takeMessage(0, 1), false);
    pendingSends[0]!();
    assert.equal(inflow.takeMessage(0, 1), true);
  });

  test('a browser that continues is disconnected', () => {
    const inflow = new Inflow(0);
    let droppedCount = 0;
    while (inflow.countDrop(0)) droppedCount++;
    assert.equal(droppedCount, INFLOW.drops.burst);
  });
});

test('of 80,000 lines over a real data channel a few hundred arrive, and other calls continue', async () => {
  const events: MediaEvent[] = [];
  const media = await Media.start({ udpPort: 0, log: () => {} });
  const peers: rtc.PeerConnection[] = [];
  media.subscribe((event) => events.push(event));
  const join = async (callId: string): Promise<rtc.DataChannel> => {
    const peer = new rtc.PeerConnection(callId, { iceServers: [] });
    peers.push(peer);
    const descriptionSet = new Promise<void>((resolve) =>
      peer.onGatheringStateChange((state) => void (state === 'complete' && resolve())),
    );
    const channel = peer.createDataChannel('palkit');
    const channelOpening = new Promise<void>((resolve) => channel.onOpen(resolve));
    await descriptionSet;
    // Remove the candidates from the offer: if the other side connected before this side has the answer,
    // libdatachannel would connect within its own call and fail.
    const offer = peer.localDescription()!.sdp.replace(/^a=candidate:.*\r\n/gm, '');
    const { answer } = await media.join({ callId, offer, face: FACE });
    peer.setRemoteDescription(answer, 'answer');
    await channelOpening;
    return channel;
  };
  const messages = (callId: string) =>
    events.filter((event) => event.is === 'message' && event.callId === callId).length;
  try {
    const quietCall = await join('quiet');
    const flood = await join('flood');
    const text = line('x'.repeat(20));
    for (let sentCount = 0; sentCount < 80_000 && flood.isOpen(); sentCount++) {
      try {
        flood.sendMessage(text);
      } catch (error) {
        // The connection was closed between the check and the send; the wait below expects that.
        assert.match((error as Error).message, /Sending failed|closed/);
        break;
      }
      if (sentCount % 500 === 0) await pause(1);
    }
    await until('the connection to be given up', () =>
      events.some((event) => event.is === 'lost' && event.callId === 'flood'),
    );
    const { flooded: floodedCount, messagesDropped } = await media.readStats();
    assert.equal(floodedCount, 1);
    assert.ok(messagesDropped >= INFLOW.drops.burst);
    assert.ok(messages('flood') < 2000, `${messages('flood')} arrived`);
    quietCall.sendMessage(line('hello'));
    await until('the other call to be heard', () => messages('quiet') === 1);
  } finally {
    for (const peer of peers) peer.close();
    await media.close();
    // Without this cleanup, native threads would keep this process alive.
    rtc.cleanup();
  }
});

test('the agent accepts as many lines over the data channel as in text, and as many resumptions', () => {
  const clock = new ManualClock();
  const media = new ScriptedMedia();
  const rooms = new EmbeddedRooms(media, clock);
  const events: VisitorEvent[] = [];
  const room = rooms.open('c1', 'face', (event) => {
    if (event.type === 'message') events.push(event.event);
  });
  media.emit({ is: 'connected', callId: 'c1' });
  for (let number = 0; number < 80_000; number++)
    media.emit({ is: 'message', callId: 'c1', data: line(String(number)) });
  assert.equal(events.length, 120);
  assert.equal(rooms.dropped, 80_000 - 120);
  room.send('conversation.utterance', { role: 'pal', speech: 'Hello.' } as never);
  const previousCount = media.commands.length;
  const resume = JSON.stringify({
    message_type: 'conversation',
    event_type: 'conversation.resume',
    properties: { after: 0 },
  });
  for (let number = 0; number < 100; number++) media.emit({ is: 'message', callId: 'c1', data: resume });
  assert.equal(media.commands.length, previousCount);
  clock.move(1000);
  media.emit({ is: 'message', callId: 'c1', data: resume });
  assert.equal(media.commands.length, previousCount + 1);
  // There is only one response per connection, because it may contain the complete log.
  clock.move(60_000);
  media.emit({ is: 'message', callId: 'c1', data: resume });
  assert.equal(media.commands.length, previousCount + 1);
  media.emit({ is: 'lost', callId: 'c1' });
  media.emit({ is: 'connected', callId: 'c1' });
  media.emit({ is: 'message', callId: 'c1', data: resume });
  assert.equal(media.commands.length, previousCount + 2);
  // Sound and interim transcripts arrive continuously and do not count as lines.
  const partial = JSON.stringify({
    message_type: 'conversation',
    event_type: 'conversation.heard',
    properties: { segment: 1, speech: 'what', final: false, elapsed: 10 },
  });
  const count = events.length;
  for (let number = 0; number < 200; number++) media.emit({ is: 'message', callId: 'c1', data: partial });
  assert.equal(events.length, count + 200);
});

test('a room has a limited number of open polls', async () => {
  const world = await openWorld();
  try {
    const conversation = await world.start(await world.deployment());
    const poll = (after: string, wait: string) => ({
      params: { conversation_id: conversation.conversation_id },
      credential: conversation.meeting_token,
      query: { after, wait },
    });
    await world.call(readRoom, poll('0', '0'));
    const pendingPolls = Array.from({ length: 8 }, () => world.call(readRoom, poll('999', '25')));
    await until('the polls to wait', () => world.clock.waits(25_000));
    const refusal = await until('a refusal', async () => {
      try {
        await world.call(readRoom, poll('999', '0'));
        return null;
      } catch (error) {
        return error as { code: string; retryAfter: number };
      }
    });
    assert.equal(refusal.code, 'too_many_requests');
    assert.equal(refusal.retryAfter, 1);
    world.clock.move(25_000);
    await Promise.all(pendingPolls);
    await world.call(readRoom, poll('0', '0'));
  } finally {
    await world.close();
  }
});

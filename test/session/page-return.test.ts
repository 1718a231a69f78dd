/** A phone may take the microphone from a page, which requests it again when it is visible again. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DeviceManager, NO_DEVICES } from '../../src/elements/session/devices.ts';
import type { Devices } from '../../src/elements/session/phases.ts';
import { FakeMedia, MovedClock, settle, type FakeTrack } from './world.ts';

class FakePage extends EventTarget {
  hidden = false;

  turn(hidden: boolean): void {
    this.hidden = hidden;
    this.dispatchEvent(new Event('visibilitychange'));
  }
}

async function startSpokenCall() {
  const media = new FakeMedia();
  const clock = new MovedClock();
  const page = new FakePage();
  const audioSession = { type: 'auto' };
  const ending = new AbortController();
  let devices: Devices = NO_DEVICES;
  const port = { document: page as unknown as Document, audioSession };
  const recorder = new DeviceManager(media.port, (now) => (devices = now), ending.signal, clock, port);
  await recorder.ask('microphone');
  return { media, clock, page, audioSession, ended: ending, keeper: recorder, devices: () => devices };
}
const muteBySystem = (track: FakeTrack, muted: boolean) => Object.assign(track, { muted });

test('the audio session is for talking while the microphone is on, and for playback after', async () => {
  const { audioSession, keeper } = await startSpokenCall();
  assert.equal(audioSession.type, 'play-and-record');
  await keeper.setMicrophone(false);
  assert.equal(audioSession.type, 'play-and-record', 'a muted call is a call');
  keeper.stop();
  assert.equal(audioSession.type, 'auto');
});

test('a microphone that is still silent a second after the page is visible again is requested again', async () => {
  const { media, clock, page, devices } = await startSpokenCall();
  page.turn(true);
  muteBySystem(media.tracks[0]!, true);
  await clock.advance(60_000);
  assert.equal(media.requests.length, 1, 'not while the page is away');
  page.turn(false);
  await clock.advance(999);
  assert.equal(media.requests.length, 1);
  await clock.advance(1);
  assert.equal(media.requests.length, 2);
  assert.deepEqual(
    [devices().microphone, media.tracks[0]!.stops, media.live.length],
    [{ state: 'on', id: 'audio-1' }, 1, 1],
  );
});

test('a muted microphone comes back muted', async () => {
  const { media, clock, page, keeper, devices } = await startSpokenCall();
  await keeper.setMicrophone(false);
  muteBySystem(media.tracks[0]!, true);
  page.turn(true);
  page.turn(false);
  await clock.advance(1000);
  assert.deepEqual([media.requests.length, devices().microphone.state], [2, 'muted']);
});

test('a returned microphone, one that was never on, and a page that is hidden again request nothing', async () => {
  const scene = await startSpokenCall();
  muteBySystem(scene.media.tracks[0]!, true);
  scene.page.turn(true);
  scene.page.turn(false);
  muteBySystem(scene.media.tracks[0]!, false);
  await scene.clock.advance(1000);
  assert.equal(scene.media.requests.length, 1);

  const secondCall = await startSpokenCall();
  secondCall.keeper.stop();
  secondCall.page.turn(true);
  secondCall.page.turn(false);
  await secondCall.clock.advance(1000);
  assert.equal(secondCall.media.requests.length, 1);

  const awayCall = await startSpokenCall();
  muteBySystem(awayCall.media.tracks[0]!, true);
  awayCall.page.turn(false);
  awayCall.page.turn(true);
  await awayCall.clock.advance(1000);
  assert.equal(awayCall.media.requests.length, 1);
});

test('after the call nothing is requested any more', async () => {
  const { media, clock, page, ended } = await startSpokenCall();
  muteBySystem(media.tracks[0]!, true);
  page.turn(false);
  ended.abort();
  page.turn(true);
  page.turn(false);
  await clock.advance(1000);
  await settle();
  assert.equal(media.requests.length, 1);
});

/** Lets the system take the microphone from the visible page, or return it. */
function take(track: FakeTrack, isTaken: boolean): void {
  muteBySystem(track, isTaken);
  track.dispatchEvent(new Event(isTaken ? 'mute' : 'unmute'));
}

test('a microphone that the system takes is shown on the page, and comes back with it', async () => {
  const { media, clock, keeper, devices } = await startSpokenCall();
  const [track] = media.tracks;
  take(track!, true);
  await clock.advance(999);
  assert.equal(devices().microphone.state, 'on', 'a switch between devices is no news');
  await clock.advance(1);
  assert.deepEqual([devices().microphone.state, keeper.track('microphone')], ['in-use', null]);
  take(track!, false);
  await clock.advance(1000);
  assert.deepEqual([devices().microphone.state, media.requests.length], ['on', 1]);
  assert.equal(keeper.track('microphone'), track);
});

test('the visitor takes it back by the button, or mutes it meanwhile', async () => {
  const { media, clock, keeper, devices } = await startSpokenCall();
  take(media.tracks[0]!, true);
  await clock.advance(1000);
  await keeper.setMicrophone(true);
  assert.deepEqual([devices().microphone.state, media.requests.length], ['on', 2]);
  take(media.tracks[1]!, true);
  await clock.advance(1000);
  await keeper.setMicrophone(false);
  take(media.tracks[1]!, false);
  await clock.advance(1000);
  assert.equal(devices().microphone.state, 'muted');
  // Events of an earlier track have no effect.
  take(media.tracks[0]!, true);
  await clock.advance(1000);
  assert.equal(devices().microphone.state, 'muted');
});

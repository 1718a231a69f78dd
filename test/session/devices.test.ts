import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FakeStream, settle, world } from './world.ts';

const CHECK = { customization: { show_haircheck: true } };

/** Returns a session that is at the device check. */
async function openDeviceCheck(
  deployment: Parameters<typeof world>[0] = CHECK,
  options: Parameters<typeof world>[1] = {},
) {
  const visitor = world(deployment, options);
  visitor.session.begin();
  await settle();
  assert.deepEqual(visitor.session.view.phase, { is: 'gate', by: 'devices' });
  return visitor;
}

test('requests the wanted devices, lists them and shows the visitor', async () => {
  const { session, media } = await openDeviceCheck();
  session.askDevices({ microphone: true, camera: true });
  assert.deepEqual(
    [session.view.devices.microphone.state, session.view.devices.camera.state],
    ['asking', 'asking'],
  );
  await settle();
  const { devices } = session.view;
  assert.deepEqual(devices.microphone, { state: 'on', id: 'audio-1' });
  assert.deepEqual(devices.camera, { state: 'on', id: 'video-1' });
  assert.deepEqual(devices.microphones, [
    { id: 'audio-1', label: 'Desk' },
    { id: 'audio-2', label: 'Head' },
  ]);
  assert.deepEqual(devices.cameras, [{ id: 'video-1', label: 'Front' }]);
  assert.deepEqual(
    devices.preview?.getTracks(),
    media.tracks.filter(({ kind }) => kind === 'video'),
  );
  assert.equal(media.requests.length, 2);
});

for (const [name, state] of [
  ['NotAllowedError', 'denied'],
  ['SecurityError', 'denied'],
  ['NotFoundError', 'missing'],
  ['OverconstrainedError', 'missing'],
  ['NotReadableError', 'in-use'],
  ['AbortError', 'in-use'],
  ['Whatever', 'missing'],
] as const) {
  test(`${name} is ${state}, and the call continues without`, async () => {
    const visitor = await openDeviceCheck();
    visitor.media.instead = () => Promise.reject(new DOMException('', name));
    visitor.session.askDevices({ microphone: true, camera: true });
    await settle();
    assert.deepEqual(
      [
        visitor.session.view.devices.microphone.state,
        visitor.session.view.devices.camera.state,
        visitor.session.view.devices.preview,
      ],
      [state, state, null],
    );
    visitor.session.confirmDevices();
    await settle();
    visitor.rooms[0]!.connect();
    await settle();
    assert.deepEqual([visitor.session.view.phase.is, visitor.rooms[0]!.options.microphone], ['live', null]);
  });
}

test('a page without devices (no TLS) reports that they are missing', async () => {
  const { session } = await openDeviceCheck(CHECK, { media: undefined });
  session.askDevices({ microphone: true, camera: false });
  await settle();
  assert.equal(session.view.devices.microphone.state, 'missing');
  session.confirmDevices();
  await settle();
  assert.equal(session.view.phase.is, 'joining');
});

test('an audio call requests no camera', async () => {
  const visitor = await openDeviceCheck({ customization: { show_haircheck: true, modality: 'audio' } });
  visitor.session.askDevices({ microphone: true, camera: true });
  visitor.session.setCamera(true);
  visitor.session.chooseDevice('camera', 'video-1');
  await settle();
  assert.deepEqual(
    visitor.media.tracks.map(({ kind }) => kind),
    ['audio'],
  );
  visitor.session.confirmDevices();
  await settle();
  assert.equal(visitor.rooms[0]!.options.modality, 'audio');
});

test('the microphone is requested without the processing that costs words', async () => {
  const { session, media } = await openDeviceCheck();
  session.askDevices({ microphone: true, camera: false });
  await settle();
  session.chooseDevice('microphone', 'audio-2');
  await settle();
  const processing = { echoCancellation: true, noiseSuppression: false, autoGainControl: false };
  assert.deepEqual(
    media.requests.map(({ audio }) => audio),
    [processing, { deviceId: { exact: 'audio-2' }, ...processing }],
  );
});

test('another device replaces the previous one', async () => {
  const { session, media } = await openDeviceCheck();
  session.askDevices({ microphone: true, camera: false });
  await settle();
  session.chooseDevice('microphone', 'audio-2');
  await settle();
  assert.deepEqual(session.view.devices.microphone, { state: 'on', id: 'audio-2' });
  assert.deepEqual(
    media.tracks.map(({ deviceId, readyState }) => [deviceId, readyState]),
    [
      ['audio-1', 'ended'],
      ['audio-2', 'live'],
    ],
  );
});

test('of two choices the last counts, in any order of their opening', async () => {
  const { session, media } = await openDeviceCheck();
  const openers: (() => void)[] = [];
  media.instead = (constraints) =>
    new Promise((resolve) => openers.push(() => resolve(media.open(constraints))));
  session.chooseDevice('microphone', 'audio-1');
  session.chooseDevice('microphone', 'audio-2');
  openers[0]!();
  await settle();
  openers[1]!();
  await settle();
  assert.deepEqual(session.view.devices.microphone, { state: 'on', id: 'audio-2' });
  assert.deepEqual(
    media.live.map(({ deviceId }) => deviceId),
    ['audio-2'],
  );
});

test('a device that opens after the visitor left is closed at once', async () => {
  const { session, media } = await openDeviceCheck();
  let open!: () => void;
  media.instead = (constraints) => new Promise((resolve) => (open = () => resolve(media.open(constraints))));
  session.askDevices({ microphone: true, camera: false });
  session.end();
  open();
  await settle();
  assert.deepEqual(
    [media.tracks.length, media.live.length, session.view.devices.microphone.state],
    [1, 0, 'off'],
  );
});

test('a choice that fails keeps the previous device free', async () => {
  const { session, media } = await openDeviceCheck();
  session.askDevices({ microphone: true, camera: false });
  await settle();
  media.instead = () => Promise.reject(new DOMException('', 'NotReadableError'));
  session.chooseDevice('microphone', 'audio-2');
  await settle();
  assert.deepEqual([session.view.devices.microphone.state, media.live.length], ['in-use', 0]);
});

/** Returns a session that is in a call with a microphone. */
async function inCall() {
  const visitor = await openDeviceCheck();
  visitor.session.askDevices({ microphone: true, camera: false });
  await settle();
  visitor.session.confirmDevices();
  await settle();
  const room = visitor.rooms[0]!;
  room.connect();
  await settle();
  return { ...visitor, room, microphone: visitor.media.tracks[0] as unknown as MediaStreamTrack };
}

test('the room gets the active tracks, and is informed only when they change', async () => {
  const { room, microphone, session, media } = await inCall();
  assert.equal(room.options.microphone, microphone);
  assert.deepEqual([room.microphones, room.cameras], [[], []]);
  session.setCamera(true);
  await settle();
  assert.deepEqual([room.microphones, room.cameras], [[], [media.tracks[1]]]);
  session.setCamera(false);
  assert.deepEqual([room.cameras.at(-1), media.live.length], [null, 1]);
});

test('muted, no sound of the microphone leaves; unmuted it is the same track', async () => {
  const { room, microphone, session, media } = await inCall();
  session.setMicrophone(false);
  assert.deepEqual(
    [session.view.devices.microphone, room.microphones],
    [{ state: 'muted', id: 'audio-1' }, [null]],
  );
  session.setMicrophone(false);
  session.setMicrophone(true);
  await settle();
  assert.deepEqual([session.view.devices.microphone.state, room.microphones], ['on', [null, microphone]]);
  assert.equal(media.requests.length, 1);
});

test('another microphone chosen while muted stays muted', async () => {
  const { room, session } = await inCall();
  session.setMicrophone(false);
  session.chooseDevice('microphone', 'audio-2');
  await settle();
  assert.deepEqual(
    [session.view.devices.microphone, room.microphones],
    [{ state: 'muted', id: 'audio-2' }, [null]],
  );
});

test('a microphone that was never requested is requested in the call', async () => {
  const visitor = world();
  const room = await visitor.live('text');
  visitor.session.setMicrophone(true);
  await settle();
  assert.deepEqual([visitor.session.view.devices.microphone.state, room.microphones.length], ['on', 1]);
});

test('an unplugged microphone is missing, and the room has none', async () => {
  const { room, session, media } = await inCall();
  media.tracks[0]!.dispatchEvent(new Event('ended'));
  assert.deepEqual([session.view.devices.microphone.state, room.microphones], ['missing', [null]]);
});

test('another microphone replaces the unplugged one, muted or not as before, with a notice', async () => {
  for (const muted of [false, true]) {
    const { room, session, media } = await inCall();
    if (muted) session.setMicrophone(false);
    media.tracks[0]!.dispatchEvent(new Event('ended'));
    await settle();
    const { microphone, unplugged } = session.view.devices;
    assert.deepEqual(
      [microphone.state, unplugged],
      [muted ? 'muted' : 'on', { kind: 'microphone', now: 'Desk' }],
    );
    assert.deepEqual(
      room.microphones.filter((track) => track !== null).length,
      muted ? 0 : 1,
      'a muted one is never heard',
    );
    session.setMicrophone(muted);
    session.chooseDevice('microphone', 'audio-2');
    await settle();
    assert.equal(session.view.devices.unplugged, null);
  }
});

test('without another one the call continues with a notice; a call that is over opens none', async () => {
  const { session, media } = await inCall();
  media.instead = () => Promise.reject(new DOMException('', 'NotFoundError'));
  media.tracks[0]!.dispatchEvent(new Event('ended'));
  await settle();
  assert.deepEqual(
    [session.view.phase.is, session.view.devices.microphone.state, session.view.devices.unplugged],
    ['live', 'missing', { kind: 'microphone', now: null }],
  );
  const otherCall = await inCall();
  otherCall.media.tracks[0]!.dispatchEvent(new Event('ended'));
  otherCall.session.end();
  await settle();
  assert.equal(otherCall.media.live.length, 0);
  assert.equal(otherCall.session.view.devices.unplugged ?? null, null);
});

test('a permission that is withdrawn in the call is denied, not unplugged', async () => {
  const { session, media } = await inCall();
  media.instead = () => Promise.reject(new DOMException('', 'NotAllowedError'));
  media.tracks[0]!.dispatchEvent(new Event('ended'));
  await settle();
  assert.deepEqual(
    [session.view.devices.microphone.state, session.view.devices.unplugged ?? null],
    ['denied', null],
  );
});

test('a reconnected room gets the active tracks', async () => {
  const { room, session, rooms } = await inCall();
  room.listener.lost();
  await settle();
  session.setMicrophone(false);
  rooms.at(-1)!.connect();
  await settle();
  assert.deepEqual(rooms.at(-1)!.microphones, [null]);
});

test('the level of the microphone is shown, and measuring ends with it', async () => {
  const contexts: { closed: boolean }[] = [];
  let tick!: () => void;
  const { setInterval: originalSetInterval } = globalThis;
  class FakeContext {
    closed = false;
    constructor() {
      contexts.push(this);
    }
    createAnalyser = () => ({
      fftSize: 0,
      getFloatTimeDomainData: (samples: Float32Array) => samples.fill(0.1),
    });
    createMediaStreamSource = (stream: FakeStream) => ({
      connect: () => assert.equal(stream.getTracks().length, 1),
    });
    close = () => ((this.closed = true), Promise.resolve());
  }
  Object.assign(globalThis, {
    AudioContext: FakeContext,
    setInterval: (callback: () => void) => ((tick = callback), 0),
  });
  try {
    const { session } = await openDeviceCheck();
    session.askDevices({ microphone: true, camera: false });
    await settle();
    tick();
    assert.equal(session.view.devices.level, 0.5);
    session.setMicrophone(false);
    assert.equal(session.view.devices.level, 0);
    for (let ticks = 0; ticks < 5; ticks++) tick();
    assert.equal(session.view.devices.level, 0);
    assert.ok(!session.view.devices.mutedVoice, 'a short noise is no voice');
    tick();
    assert.equal(session.view.devices.mutedVoice, true);
    session.setMicrophone(true);
    assert.equal(session.view.devices.mutedVoice, false);
    session.end();
    assert.deepEqual(
      contexts.map(({ closed }) => closed),
      [true],
    );
  } finally {
    Object.assign(globalThis, { setInterval: originalSetInterval });
    Reflect.deleteProperty(globalThis, 'AudioContext');
  }
});

test('a page that may open no more audio contexts still has its microphone', async () => {
  Object.assign(globalThis, {
    AudioContext: class {
      constructor() {
        throw new DOMException('', 'NotSupportedError');
      }
    },
  });
  try {
    const { session, media } = await openDeviceCheck();
    session.askDevices({ microphone: true, camera: false });
    await settle();
    assert.deepEqual([session.view.devices.microphone.state, media.live.length], ['on', 1]);
  } finally {
    Reflect.deleteProperty(globalThis, 'AudioContext');
  }
});

test('disposed, it no longer listens for devices', async () => {
  const { session, media } = await openDeviceCheck();
  session.askDevices({ microphone: true, camera: false });
  await settle();
  assert.deepEqual(
    media.listeners.map(({ type, signal }) => [type, signal?.aborted]),
    [['devicechange', false]],
  );
  session.dispose();
  assert.equal(media.listeners[0]!.signal?.aborted, true);
  assert.equal(media.live.length, 0);
});

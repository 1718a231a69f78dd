/** A call starts in one step: spoken and text calls, and the time of the microphone prompt. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FakeStream, refusal, settle, START, startedResponse, world } from './world.ts';

/** Simulates a microphone prompt that stays open until the test answers it. */
function permission(visitor: ReturnType<typeof world>) {
  let answer!: (stream: FakeStream) => void;
  let refuse!: (error: unknown) => void;
  visitor.media.instead = () =>
    new Promise((resolve, reject) => {
      answer = resolve;
      refuse = reject;
    });
  return {
    allow: () => answer(visitor.media.open({ audio: true })),
    deny: () => refuse(new DOMException('', 'NotAllowedError')),
  };
}

test('a spoken call asks the browser for the microphone, and starts after its answer', async () => {
  const visitor = world();
  const browser = permission(visitor);
  visitor.session.begin('voice');
  await settle();
  assert.deepEqual(visitor.session.view.phase, { is: 'starting' });
  assert.equal(visitor.session.view.devices.microphone.state, 'asking');
  assert.equal(visitor.service.of(START).length, 0, 'the agent does not speak before the answer');
  browser.allow();
  await settle();
  assert.equal(visitor.session.view.phase.is, 'joining');
  assert.deepEqual(visitor.phases(), ['loading', 'ready', 'starting', 'joining']);
  const room = visitor.rooms.at(-1)!;
  room.connect();
  await settle();
  assert.equal(visitor.session.view.devices.microphone.state, 'on');
  assert.equal(visitor.media.requests.length, 1);
});

test('a refused microphone still leads into the call', async () => {
  const visitor = world();
  const browser = permission(visitor);
  visitor.session.begin('voice');
  await settle();
  browser.deny();
  await settle();
  assert.equal(visitor.session.view.phase.is, 'joining');
  assert.equal(visitor.session.view.devices.microphone.state, 'denied');
});

test('a text call requests no device, and the microphone can be turned on later', async () => {
  for (const [customization, mode] of [
    [{}, 'text'],
    [{ modality: 'chat' as const }, 'voice'],
  ] as const) {
    const visitor = world({ customization });
    await visitor.live(mode);
    assert.equal(visitor.media.requests.length, 0);
    assert.equal(visitor.session.view.devices.microphone.state, 'off');
  }
});

test("a visitor who ignores the browser's prompt can type instead; a late permission opens nothing", async () => {
  const visitor = world();
  const browser = permission(visitor);
  visitor.session.begin('voice');
  await settle();
  visitor.session.confirmDevices();
  await settle();
  assert.equal(visitor.session.view.phase.is, 'joining');
  assert.equal(visitor.session.view.devices.microphone.state, 'off');
  browser.allow();
  await settle();
  assert.deepEqual(
    visitor.media.tracks.map(({ readyState }) => readyState),
    ['ended'],
  );
  assert.equal(visitor.session.view.devices.microphone.state, 'off');
});

test('closed during the prompt, no call is started and no device stays open', async () => {
  const visitor = world();
  const browser = permission(visitor);
  visitor.session.begin('voice');
  await settle();
  visitor.session.end();
  browser.allow();
  await settle();
  assert.deepEqual(visitor.session.view.phase, { is: 'ready' });
  assert.equal(visitor.service.of(START).length, 0);
  assert.ok(visitor.media.tracks.every(({ readyState }) => readyState === 'ended'));
  visitor.media.instead = null;
  visitor.session.begin('voice');
  await settle();
  assert.equal(visitor.session.view.phase.is, 'joining');
});

test('the password comes before the microphone, and a wrong one requests none', async () => {
  const visitor = world({ has_password: true });
  visitor.service.on(START, ({ body }) =>
    (body as { password: string }).password === 'right' ? startedResponse() : refusal('wrong_password'),
  );
  visitor.session.begin('voice');
  await settle();
  visitor.session.password('wrong');
  await settle();
  assert.equal(visitor.media.requests.length, 0);
  visitor.session.password('right');
  await settle();
  assert.equal(visitor.media.requests.length, 1);
  assert.equal(visitor.session.view.phase.is, 'joining');
  assert.deepEqual(visitor.phases(), ['loading', 'ready', 'password', 'starting', 'joining']);
});

test('the password comes before a device check, and leaving the check ends the call', async () => {
  const visitor = world({ has_password: true, customization: { show_haircheck: true } });
  visitor.service.on(START, ({ body }) =>
    (body as { password: string }).password === 'right' ? startedResponse() : refusal('wrong_password'),
  );
  visitor.session.begin('voice');
  await settle();
  visitor.session.password('wrong');
  await settle();
  assert.deepEqual(visitor.phases(), ['loading', 'ready', 'password']);
  visitor.session.password('right');
  await settle();
  assert.deepEqual(visitor.session.view.phase, { is: 'gate', by: 'devices' });
  visitor.session.end();
  await settle();
  assert.equal(visitor.service.requests.at(-1)?.path.endsWith('/end'), true);
  assert.deepEqual([visitor.session.view.phase.is, visitor.media.requests.length], ['ready', 0]);
});

test('a visitor who left while the password was verified gets no microphone prompt', async () => {
  let answer!: (response: Response) => void;
  const visitor = world({ has_password: true });
  visitor.service.on(START, () => new Promise((resolve) => (answer = resolve)));
  visitor.session.begin('voice');
  await settle();
  visitor.session.password('right');
  await settle();
  visitor.session.end();
  answer(startedResponse());
  await settle();
  assert.deepEqual([visitor.session.view.phase.is, visitor.media.requests.length], ['ready', 0]);
});

test('a page that closes during the prompt ends the call that was already started', async () => {
  const visitor = world({ has_password: true });
  const browser = permission(visitor);
  visitor.session.begin('voice');
  await settle();
  visitor.session.password('right');
  await settle();
  assert.equal(visitor.session.view.phase.is, 'starting');
  visitor.session.dispose();
  browser.allow();
  await settle();
  assert.equal(visitor.service.requests.at(-1)?.path.endsWith('/end'), true);
  assert.ok(visitor.media.tracks.every(({ readyState }) => readyState === 'ended'));
});

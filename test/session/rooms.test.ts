import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createClient } from '../../src/contract/client.ts';
import { browserClock } from '../../src/elements/session/clock.ts';
import { EmbeddedRoom } from '../../src/elements/session/embedded-room.ts';
import { createRooms, isOwn } from '../../src/elements/session/rooms.ts';
import { TextRoom } from '../../src/elements/session/text-room.ts';
import { FakeService } from './world.ts';

const addresses: [string, string, boolean][] = [
  ['https://pal.test/rooms/conversation-1', 'https://pal.test', true],
  ['https://pal.test/rooms/conversation-1', 'https://pal.test/', true],
  ['https://calls.pal.test/rooms/conversation-1', 'https://pal.test', true],
  ['https://acme.daily.co/conversation-1', 'https://pal.test', false],
  ['https://acme.daily.co/rooms/conversation-1', 'https://pal.test', false],
  ['https://video.example/conversation-1', 'https://pal.test', false],
];
for (const [url, base, expectedUrl] of addresses) {
  test(`${url} for a service at ${base} is ${expectedUrl ? 'its own' : 'another’s'} room`, () =>
    assert.equal(isOwn(url, base), expectedUrl));
}

test('text is the service’s own for every address; media is embedded for its own', async () => {
  const service = new FakeService();
  const rooms = createRooms(
    createClient<AbortSignal>('https://pal.test', (url, init) => service.fetch(url, init)),
    browserClock,
    'https://pal.test',
  );
  const listener = { message() {}, stream() {}, network() {}, lost() {}, ended() {} };
  const options = {
    conversationId: 'conversation-1',
    token: 't',
    after: 0,
    microphone: null,
    camera: null,
    screen: null,
    modality: 'video' as const,
  };
  assert.ok(
    (await rooms('media', { ...options, url: 'https://pal.test/rooms/conversation-1' }, listener)) instanceof
      EmbeddedRoom,
  );
  for (const url of ['https://pal.test/rooms/conversation-1', 'https://acme.daily.co/conversation-1'])
    assert.ok((await rooms('text', { ...options, url }, listener)) instanceof TextRoom);
  assert.deepEqual(service.requests, []);
});

test('a timer of the clock is removed with its signal, and a fired timer leaves no listener on it', ({
  mock,
}) => {
  mock.timers.enable({ apis: ['setTimeout'] });
  const stop = new AbortController();
  const { signal } = stop;
  const listening = new Set<unknown>();
  const { addEventListener, removeEventListener } = EventTarget.prototype;
  signal.addEventListener = (...args: Parameters<typeof addEventListener>) => (
    listening.add(args[1]),
    addEventListener.apply(signal, args)
  );
  signal.removeEventListener = (...args: Parameters<typeof removeEventListener>) => (
    listening.delete(args[1]),
    removeEventListener.apply(signal, args)
  );
  let fired = 0;
  browserClock.after(100, () => fired++, signal);
  mock.timers.tick(100);
  assert.deepEqual([fired, listening.size], [1, 0]);
  browserClock.after(100, () => fired++, signal);
  stop.abort();
  browserClock.after(100, () => fired++, signal);
  mock.timers.tick(1000);
  assert.equal(fired, 1);
});

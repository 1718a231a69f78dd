import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { iceServersFor, iceServersOfPeer } from '../../src/rooms/embedded/ice-servers.ts';

const SECRET = 'a secret that two servers share';
const NOW = Date.UTC(2026, 10, 22);

test('a TURN server without a user gets a temporary name, signed with the shared secret', () => {
  const [server] = iceServersFor(['turns:turn.example.com:5349?transport=tcp'], SECRET, 'c123', NOW);
  const username = `${NOW / 1000 + 90_000}:c123`;
  assert.deepEqual(server, {
    urls: ['turns:turn.example.com:5349?transport=tcp'],
    username,
    credential: createHmac('sha1', SECRET).update(username).digest('base64'),
  });
});

test("a TURN server's own user is passed on unchanged, a STUN server has none", () => {
  assert.deepEqual(
    iceServersFor(['turn:me:p%40ss@turn.example.com', 'stun:stun.example.com:3478'], SECRET, 'c123', NOW),
    [
      { urls: ['turn:turn.example.com'], username: 'me', credential: 'p@ss' },
      { urls: ['stun:stun.example.com:3478'] },
    ],
  );
});

test('without a secret a TURN server without a user is passed on unchanged', () => {
  assert.deepEqual(iceServersFor(['turn:turn.example.com'], null, 'c123', NOW), [
    { urls: ['turn:turn.example.com'] },
  ]);
});

test('the room’s own peer uses no relay without a user', () => {
  const ownServers = ['stun:stun.example.com', 'turn:me:word@turn.example.com'];
  assert.deepEqual(
    iceServersOfPeer([...ownServers, 'turn:turn.example.com', 'turns:turn.example.com']),
    ownServers,
  );
});

/** Limits count networks, because one IPv6 subscriber has more addresses than any limit. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { startDeployment } from '../../../src/contract/deployments.ts';
import { blockOf, networkOf } from '../../../src/service/gates/networks.ts';
import { READS_PER_MINUTE } from '../../../src/service/resources/rooms.ts';
import { openWorld, type World } from '../world.ts';

test('the network of an address, and the block around it', () => {
  const rows: [string, string, string | null][] = [
    ['203.0.113.7', '203.0.113.7', null],
    ['::ffff:203.0.113.7', '203.0.113.7', null],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64', '2001:db8:1::/48'],
    ['2001:db8::1', '2001:db8:0:0::/64', '2001:db8:0::/48'],
    ['unknown', 'unknown', null],
  ];
  for (const [address, network, block] of rows) {
    assert.equal(networkOf(address), network);
    assert.equal(networkOf(network), network);
    assert.equal(blockOf(network), block);
  }
});

describe('limits by network', () => {
  let world: World;
  before(async () => {
    world = await openWorld();
  });
  after(() => world.close());

  const guessPassword = async (deployment_id: string, address: string, password = 'wrong') =>
    (
      await world.refusal(startDeployment, {
        params: { deployment_id },
        body: { password },
        headers: { 'x-forwarded-for': address },
      })
    ).code;
  const start = async (deployment_id: string, address: string, body = {}) =>
    (
      await world.call(startDeployment, {
        params: { deployment_id },
        body,
        headers: { 'x-forwarded-for': address },
      })
    ).result;
  const count = (codes: string[], code: string) => codes.filter((other) => other === code).length;

  test('judge ten wrong passwords of a /64, and eighty of a /48', async () => {
    const lockedDeployment = await world.deployment({ password: 'right' });
    const ownAttempts = await Promise.all(
      Array.from({ length: 40 }, (_, index) => guessPassword(lockedDeployment, `2001:db8:0:1::${index + 1}`)),
    );
    assert.equal(count(ownAttempts, 'wrong_password'), 10);
    assert.equal(count(ownAttempts, 'too_many_attempts'), 30);
    const neighbourAttempts: string[] = [];
    for (let network = 2; network < 102; network++)
      neighbourAttempts.push(await guessPassword(lockedDeployment, `2001:db8:0:${network.toString(16)}::1`));
    assert.equal(count(neighbourAttempts, 'wrong_password'), 70);
    assert.equal(await guessPassword(lockedDeployment, '2001:db8:1:1::1'), 'wrong_password');
  });

  test('judge at most eighty simultaneous passwords from one /48, and not even the right one after them', async () => {
    const { passwords } = world.service.context;
    const storedHash = await passwords.hash('right');
    const attempt = (network: number, password: string) =>
      passwords.check('volley', `2001:db8:9:${network.toString(16)}::1`, password, storedHash).then(
        () => 'accepted',
        ({ code }: { code: string }) => code,
      );
    const wrongAttempts = Array.from({ length: 100 }, (_, network) => attempt(network, 'wrong'));
    assert.equal(await attempt(100, 'right'), 'too_many_attempts');
    assert.equal(count(await Promise.all(wrongAttempts), 'wrong_password'), 80);
    assert.equal(
      await passwords.check('volley', '2001:db8:a:1::1', 'right', storedHash).then(() => 'accepted'),
      'accepted',
    );
  });

  test('allow one attempt a minute after two hundred wrong ones in an hour, and the right one works', async () => {
    const lockedDeployment = await world.deployment({ password: 'right' });
    const codes: string[] = [];
    for (let address = 0; address < 20; address++)
      for (let attempt = 0; attempt < 10; attempt++)
        codes.push(await guessPassword(lockedDeployment, `198.51.100.${address}`));
    assert.equal(count(codes, 'wrong_password'), 200);
    assert.equal(await guessPassword(lockedDeployment, '203.0.113.9'), 'wrong_password');
    assert.equal(await guessPassword(lockedDeployment, '203.0.113.9'), 'too_many_attempts');
    assert.ok(await start(lockedDeployment, '203.0.113.10', { password: 'right' }));
    // The limit does not affect other deployments.
    const otherDeployment = await world.deployment({ password: 'right' });
    assert.equal(await guessPassword(otherDeployment, '203.0.113.9'), 'wrong_password');
    assert.equal(await guessPassword(otherDeployment, '203.0.113.9'), 'wrong_password');
  });

  test("count a visitor's calls of a day for the network", async () => {
    const limited = await world.deployment({ limits: { daily_call_limit_per_user: 2 } });
    await start(limited, '2001:db8:5:1::1');
    await start(limited, '2001:db8:5:1::2');
    assert.equal(await guessPassword(limited, '2001:db8:5:1::3'), 'user_limit');
    await start(limited, '2001:db8:5:2::1');
    await start(limited, '::ffff:192.0.2.1');
    await start(limited, '192.0.2.1');
    assert.equal(await guessPassword(limited, '192.0.2.1'), 'user_limit');
  });

  test('count typed lines for the network', async () => {
    const call = await start(await world.deployment(), '2001:db8:6:1::1');
    const write = (address: string) =>
      world.service.app
        .inject({
          method: 'POST',
          url: `/rooms/${call.conversation_id}/messages`,
          headers: { authorization: `Bearer ${call.meeting_token}`, 'x-forwarded-for': address },
          payload: { message_type: 'conversation', event_type: 'conversation.ping', properties: {} },
        })
        .then(({ statusCode }) => statusCode);
    const codes: number[] = [];
    for (let index = 0; index < 125; index++) codes.push(await write(`2001:db8:6:1::${index + 1}`));
    assert.equal(codes.filter((code) => code === 429).length, 5);
  });

  const ask = async (
    method: 'GET' | 'POST',
    url: string,
    token: string,
    address: string,
    payload?: object,
  ) => {
    const headers = { authorization: `Bearer ${token}`, 'x-forwarded-for': address };
    const answer = await world.service.app.inject({ method, url, headers, ...(payload ? { payload } : {}) });
    return answer.statusCode;
  };

  test('allow a /48 eight times the lines and interactions of a /64', async () => {
    const call = await start(await world.deployment(), '2001:db8:7:1::1');
    const bodies: [string, (number: number) => object][] = [
      [
        `/rooms/${call.conversation_id}/messages`,
        () => ({ message_type: 'conversation', event_type: 'conversation.ping', properties: {} }),
      ],
      [
        `/v2/conversations/${call.conversation_id}/canvas/interactions`,
        (number) => ({
          interaction_id: `i${number}`,
          tool_call_id: 't1',
          component: 'canvas.question',
          component_version: 'v1',
          type: 'heartbeat',
        }),
      ],
    ];
    for (const [url, body] of bodies) {
      const codes: number[] = [];
      for (let number = 0; number < 8 * 120 + 5; number++) {
        const address = `2001:db8:7:${(100 + (number % 16)).toString(16)}::1`;
        codes.push(await ask('POST', url, call.meeting_token, address, body(number)));
      }
      assert.equal(codes.filter((code) => code === 429).length, 5, url);
    }
  });

  test('count reads of a conversation for the network', async () => {
    const call = await start(await world.deployment(), '2001:db8:8:1::1');
    const messages = `/rooms/${call.conversation_id}/messages?after=0`;
    for (let number = 1; number <= READS_PER_MINUTE; number++)
      assert.equal(await ask('GET', messages, call.meeting_token, `2001:db8:8:1::${number}`), 200);
    assert.equal(await ask('GET', messages, call.meeting_token, '2001:db8:8:1::ffff'), 429);
    const servers = `/rooms/${call.conversation_id}/servers`;
    assert.equal(await ask('GET', servers, call.meeting_token, '2001:db8:8:1::ffff'), 429);
    assert.equal(
      await ask('GET', messages, call.meeting_token, '192.0.2.7'),
      200,
      'another network has its own',
    );
  });
});

/** Owners sign in to the console, and attacks fail: stolen links, planted sessions, other sites, guessing. */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { after, before, beforeEach, describe, test } from 'node:test';
import {
  CONSOLE_LINK_MINUTES,
  CONSOLE_SESSION_DAYS,
  CONSOLE_SESSIONS,
} from '../../../src/contract/console.ts';
import { consoleCommand } from '../../../src/service/console/command.ts';
import { ALICE, BOB, openWorld, type World } from '../world.ts';

const OWN = { 'x-palkit-console': '1', 'sec-fetch-site': 'same-origin' };
const PASSWORD = 'a good long password';
const COOKIE = '__Host-palkit-console';
const MINUTE = 60_000;
const DAY = 86_400_000;

let world: World;
let key = '';
/** Each test uses a separate network, because attempts are counted per network. */
let network = 0;
let origin = '';
before(async () => {
  world = await openWorld();
});
beforeEach(async () => {
  const { store, config } = world.service.context;
  key = fs.readFileSync(path.join(config.dataDir, 'console.key'), 'utf8').trim();
  for (const table of ['console_people', 'console_links'] as const)
    await store.db.deleteFrom(table).execute();
  origin = `192.0.2.${++network}`;
});
after(() => world.close());

interface SentRequest {
  method?: 'GET' | 'POST' | 'DELETE';
  body?: object;
  headers?: Record<string, string>;
  from?: string;
}

async function send(url: string, { method = 'POST', body, headers = OWN, from = origin }: SentRequest = {}) {
  const answer = await world.service.app.inject({
    url,
    method,
    headers: { 'x-forwarded-for': from, ...headers },
    ...(body ? { payload: body } : {}),
  });
  const set = answer.headers['set-cookie'];
  const cookie = (Array.isArray(set) ? set[0] : set) ?? null;
  return {
    status: answer.statusCode,
    code: answer.headers['x-error-code'],
    retryAfter: answer.headers['retry-after'],
    body: (answer.body ? JSON.parse(answer.body) : {}) as Record<string, unknown>,
    setCookie: cookie,
    cookie: cookie?.split(';')[0] ?? '',
  };
}

async function createLink(account?: number): Promise<string> {
  const { body, status } = await send('/v2/console/links', {
    headers: { authorization: `Bearer ${key}` },
    ...(account ? { body: { account_id: account } } : {}),
  });
  assert.equal(status, 200);
  return new URL(String(body['url'])).hash.slice('#link='.length);
}

const useLink = (link: string, name = 'Alice', headers: Record<string, string> = OWN, from = origin) =>
  send('/v2/console/links/use', { body: { link, name, password: PASSWORD }, headers, from });
const signIn = (
  name: string,
  password: string,
  { headers = OWN, from = origin }: { headers?: Record<string, string>; from?: string } = {},
) => send('/v2/console/sessions', { body: { name, password }, headers, from });
const read = (cookie: string, headers: Record<string, string> = OWN) =>
  send('/v2/pals', { method: 'GET', headers: { ...headers, cookie } });

describe('the console', () => {
  test('accepts a link once, and then name and password', async () => {
    const link = await createLink();
    const firstSession = await useLink(link);
    assert.equal(firstSession.status, 200);
    assert.equal(firstSession.body['account_id'], 1);
    assert.equal((await read(firstSession.cookie)).status, 200);

    const stolen = await useLink(link, 'Mallory');
    assert.equal(stolen.status, 401);
    assert.equal(stolen.code, 'invalid_console_link');
    assert.equal(stolen.setCookie, null);

    const secondSession = await signIn('ALICE ', PASSWORD);
    assert.equal(secondSession.status, 200);
    assert.equal((await read(secondSession.cookie)).status, 200);
  });

  test('accepts one of many simultaneous uses of a link', async () => {
    const link = await createLink();
    const allEntries = await Promise.all(
      Array.from({ length: 8 }, (_, index) => useLink(link, `Person ${index}`)),
    );
    assert.deepEqual(allEntries.map(({ status }) => status).sort(), [200, ...Array<number>(7).fill(401)]);
  });

  test('refuses an expired, an invented and an empty link', async () => {
    const link = await createLink();
    world.clock.move(CONSOLE_LINK_MINUTES * MINUTE);
    for (const value of [link, 'x'.repeat(43), '', '%', "' or 1=1"])
      assert.equal((await useLink(value)).code, 'invalid_console_link', value);
  });

  test('sets a cookie that no script reads and no other site sends', async () => {
    const { setCookie } = await useLink(await createLink());
    assert.match(
      setCookie!,
      /^__Host-palkit-console=[\w-]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Strict; Secure$/,
    );
  });

  test('creates a new session at each sign-in, whatever cookie the browser sends', async () => {
    const plantedCookie = `${COOKIE}=${'a'.repeat(43)}`;
    const plantedSession = await useLink(await createLink(), 'Alice', { ...OWN, cookie: plantedCookie });
    assert.notEqual(plantedSession.cookie, plantedCookie);
    assert.equal((await read(plantedCookie)).status, 401);
    // The previous session ends; otherwise an attacker's session could remain valid in parallel.
    const secondSession = await signIn('Alice', PASSWORD, {
      headers: { ...OWN, cookie: plantedSession.cookie },
    });
    assert.notEqual(secondSession.cookie, plantedSession.cookie);
    assert.equal((await read(plantedSession.cookie)).status, 401);
    assert.equal((await read(secondSession.cookie)).status, 200);
  });

  test('accepts the cookie from its own pages only', async () => {
    const { cookie } = await useLink(await createLink());
    const proof = { 'x-palkit-console': '1' };
    const refusedBodies: Record<string, string>[] = [
      {},
      { 'sec-fetch-site': 'same-origin' },
      { ...proof, 'sec-fetch-site': 'cross-site' },
      { ...proof, 'sec-fetch-site': 'same-site' },
      { ...proof, 'sec-fetch-site': 'none' },
      { ...proof, origin: 'https://attacker.example' },
      { ...proof, origin: 'null' },
      { 'x-palkit-console': '', 'sec-fetch-site': 'same-origin' },
    ];
    for (const headers of refusedBodies) {
      assert.equal((await read(cookie, headers)).status, 401, JSON.stringify(headers));
      const answer = await send('/v2/console/sessions/s1', {
        method: 'DELETE',
        headers: { ...headers, cookie },
      });
      assert.equal(answer.status, 401, JSON.stringify(headers));
      const signInResponse = await signIn('Alice', PASSWORD, { headers });
      assert.equal(signInResponse.code, 'origin_not_allowed', JSON.stringify(headers));
    }
    const forgedHeaders: Record<string, string>[] = [
      OWN,
      proof,
      { ...proof, origin: 'https://palkit.example' },
      { ...proof, origin: 'http://10.0.0.5:8787', host: '10.0.0.5:8787' },
    ];
    for (const headers of forgedHeaders)
      assert.equal((await read(cookie, headers)).status, 200, JSON.stringify(headers));
  });

  test('lets no page of another origin send the proof', async () => {
    const answer = await world.service.app.inject({
      url: '/v2/pals',
      method: 'OPTIONS',
      headers: {
        origin: 'https://attacker.example',
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'x-palkit-console',
      },
    });
    assert.equal(answer.headers['access-control-allow-origin'], undefined);
    assert.doesNotMatch(String(answer.headers['access-control-allow-headers']), /x-palkit-console/);
  });

  test('does not accept a key as a cookie, nor a cookie as a key', async () => {
    const { cookie } = await useLink(await createLink(2), 'Bob');
    const wrongResponse = await send('/v2/account', {
      method: 'GET',
      headers: { ...OWN, cookie, 'x-api-key': 'no' },
    });
    assert.equal(wrongResponse.status, 401);
    const combinedResponse = await send('/v2/account', {
      method: 'GET',
      headers: { ...OWN, cookie, 'x-api-key': ALICE },
    });
    assert.equal(combinedResponse.body['account_id'], 1);
    const ownResponse = await send('/v2/account', { method: 'GET', headers: { ...OWN, cookie } });
    assert.equal(ownResponse.body['account_id'], 2);
    const noLink = await send('/v2/console/links', { headers: { 'x-api-key': ALICE } });
    assert.equal(noLink.code, 'invalid_token');
  });

  test('slows down guessing, with the same answer for an unknown name', async () => {
    await useLink(await createLink());
    const unknown = await signIn('Nobody', 'wrong password');
    const existing = await signIn('Alice', 'wrong password');
    assert.equal(unknown.code, 'wrong_password');
    assert.deepEqual(unknown.body, existing.body);
    let attempts = 0;
    let lastCookie = existing;
    while (lastCookie.status === 401 && attempts++ < 50)
      lastCookie = await signIn('Alice', `guess ${attempts}`);
    assert.equal(lastCookie.code, 'too_many_attempts');
    assert.ok(attempts <= 10, `${attempts} guesses`);
    assert.ok(Number(lastCookie.retryAfter) > 0);
    assert.equal((await signIn('Alice', PASSWORD)).code, 'too_many_attempts');
    // Meanwhile, the owner signs in from another network.
    assert.equal((await signIn('Alice', PASSWORD, { from: '198.51.100.7' })).status, 200);
  });

  test('limits the attempts of a network over all names', async () => {
    const codes = [];
    for (let count = 0; count < 25; count++) codes.push((await signIn(`Name ${count}`, 'x')).code);
    assert.equal(codes.at(-1), 'too_many_attempts');
    assert.equal(codes[0], 'wrong_password');
  });

  test('ends sessions by time, by hand, and when a password is reset', async () => {
    const phone = await useLink(await createLink());
    const desk = await signIn('Alice', PASSWORD);
    const list = await send('/v2/console/sessions', {
      method: 'GET',
      headers: { ...OWN, cookie: desk.cookie },
    });
    const rows = list.body['data'] as { session_id: string; current: boolean }[];
    assert.deepEqual(rows.map(({ current }) => current).sort(), [false, true]);
    const otherSession = rows.find(({ current }) => !current)!;
    const answer = await send(`/v2/console/sessions/${otherSession.session_id}`, {
      method: 'DELETE',
      headers: { ...OWN, cookie: desk.cookie },
    });
    assert.equal(answer.status, 204);
    assert.equal((await read(phone.cookie)).status, 401);

    const self = rows.find(({ current }) => current)!;
    const signOutAnswer = await send(`/v2/console/sessions/${self.session_id}`, {
      method: 'DELETE',
      headers: { ...OWN, cookie: desk.cookie },
    });
    assert.match(signOutAnswer.setCookie!, /^__Host-palkit-console=; Path=\/; Max-Age=0;/);
    assert.equal((await read(desk.cookie)).status, 401);

    const refusedAttempt = await signIn('Alice', PASSWORD);
    await useLink(await createLink(), 'alice');
    assert.equal((await read(refusedAttempt.cookie)).status, 401);

    const idleSession = await signIn('Alice', PASSWORD);
    world.clock.move(CONSOLE_SESSION_DAYS.idle * DAY - MINUTE);
    assert.equal((await read(idleSession.cookie)).status, 200);
    world.clock.move(CONSOLE_SESSION_DAYS.idle * DAY + MINUTE);
    assert.equal((await read(idleSession.cookie)).status, 401);
  });

  test("limits the number of a person's sessions", async () => {
    const firstSession = await useLink(await createLink());
    for (let count = 0; count < CONSOLE_SESSIONS; count++) {
      world.clock.move(1000);
      assert.equal((await signIn('Alice', PASSWORD, { from: `198.51.100.${count}` })).status, 200);
    }
    assert.equal((await read(firstSession.cookie)).status, 401);
  });

  test('separates accounts', async () => {
    const alice = await useLink(await createLink(), 'Alice');
    const bob = await useLink(await createLink(2), 'Bob');
    const ownHeaders = { ...OWN, cookie: alice.cookie };
    assert.equal((await useLink(await createLink(2), 'Alice')).code, 'conflict');
    const session = await send(`/v2/console/sessions/${String(bob.body['session_id'])}`, {
      method: 'DELETE',
      headers: ownHeaders,
    });
    assert.equal(session.status, 403);
    const person = await send(`/v2/console/people/${String(bob.body['person_id'])}`, {
      method: 'DELETE',
      headers: ownHeaders,
    });
    assert.equal(person.status, 403);
    const people = await send('/v2/console/people', { method: 'GET', headers: ownHeaders });
    assert.deepEqual(
      (people.body['data'] as { name: string; session_count: number }[]).map((row) => [
        row.name,
        row.session_count,
      ]),
      [['Alice', 1]],
    );
    const removed = await send(`/v2/console/people/${String(bob.body['person_id'])}`, {
      method: 'DELETE',
      headers: { 'x-api-key': BOB },
    });
    assert.equal(removed.status, 204);
    assert.equal((await read(bob.cookie)).status, 401);
  });

  test('prints a link at the start until the first person has signed in', async () => {
    await world.close();
    world = await openWorld();
    assert.match(world.service.consoleLink!, /^https:\/\/palkit\.example\/console\/sign-in#link=[\w-]{43}$/);
    await useLink(new URL(world.service.consoleLink!).hash.slice('#link='.length));
    const { dataDir } = world.service.context.config;
    if (world.databaseUrl) return;
    await world.service.close();
    world = await openWorld({ dataDir, clock: world.clock });
    assert.equal(world.service.consoleLink, null);
    assert.equal((await signIn('Alice', PASSWORD)).status, 200);
  });
});

test('limits the command line and its key to the machine', async () => {
  const { config } = world.service.context;
  assert.equal(fs.statSync(path.join(config.dataDir, 'console.key')).mode & 0o777, 0o600);
  for (const authorization of ['', 'Bearer x', `Bearer ${'x'.repeat(43)}`, `Basic ${key}`]) {
    const refusal = await send('/v2/console/links', { headers: { authorization } });
    assert.equal(refusal.code, 'invalid_token');
  }
  await world.service.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = world.service.app.server.address() as { port: number };
  let output = '';
  const run = (words: string[], options: { port?: number; dataDir?: string } = {}) => {
    output = '';
    const write = (text: string) => void (output += text);
    const { dataDir } = config;
    return consoleCommand(
      words,
      { host: '0.0.0.0', port, dataDir, ...options },
      { fetch, out: write, error: write },
    );
  };
  assert.equal(await run([]), 0);
  assert.match(output, /https:\/\/palkit\.example\/console\/sign-in#link=[\w-]{43}\n/);
  assert.match(output, /account 1/);
  assert.equal(await run(['2']), 0);
  assert.match(output, /account 2/);
  assert.equal(await run(['99']), 1);
  assert.match(output, /There is no such account/);
  assert.equal(await run(['all']), 2);
  assert.equal(await run([], { dataDir: path.join(config.dataDir, 'none') }), 1);
  assert.match(output, /Start the service first/);
  assert.equal(await run([], { port: 1 }), 1);
  assert.match(output, /does not answer/);
});

test('is missing with CONSOLE=off', async () => {
  await world.close();
  world = await openWorld({ environment: { CONSOLE: 'off' } });
  assert.equal(world.service.consoleLink, null);
  assert.equal((await send('/v2/console/links', { headers: { authorization: 'Bearer x' } })).status, 404);
  assert.equal((await signIn('Alice', PASSWORD)).status, 404);
  assert.equal((await useLink('x')).status, 404);
});

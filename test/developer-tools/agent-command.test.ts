/** `palkit agent create` runs against a complete service and a website on this machine. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { getDeployment, listDeployments } from '../../src/contract/deployments.ts';
import { getDocument, listDocuments } from '../../src/contract/documents.ts';
import { createKey } from '../../src/contract/keys.ts';
import { getPal, listPals } from '../../src/contract/pals.ts';
import { systemClock } from '../../src/runtime/clock.ts';
import { agentCommand, type AgentCommandParts } from '../../src/developer-tools/agent-command.ts';
import { until } from '../service/until.ts';
import { ALICE, openWorld, type World } from '../service/world.ts';

const PAGE =
  '<!doctype html><title>Harbour Bakery</title><h1>Bread</h1><p>A rye loaf costs 4 euros and 20 cents.</p>';

let world: World;
let address: string;
let website: http.Server;
let site: string;
/** While this is set, the website's responses wait for it. */
let gate: Promise<void> | null = null;

before(async () => {
  website = http.createServer((request, response) => {
    const answer = () => {
      if (request.url === '/robots.txt') response.writeHead(404).end();
      else if (request.url === '/gone') response.writeHead(404).end();
      else response.setHeader('content-type', 'text/html').end(PAGE);
    };
    void (gate ?? Promise.resolve()).then(answer);
  });
  website.listen(0, '127.0.0.1');
  await once(website, 'listening');
  const host = `localhost:${(website.address() as AddressInfo).port}`;
  site = `http://${host}/`;
  world = await openWorld({ environment: { OUTBOUND_ALLOWED_HOSTS: host } });
  address = await world.service.app.listen({ host: '127.0.0.1', port: 0 });
});
after(async () => {
  website.closeAllConnections();
  website.close();
  await world.close();
});

/** Runs the command; returns its exit code and output. */
async function run(
  words: readonly string[],
  ownParts: Partial<AgentCommandParts> = {},
): Promise<{ code: number; out: string; error: string }> {
  const printed = { out: '', error: '' };
  const code = await agentCommand(words, {
    environment: { PALKIT_API_KEY: ALICE },
    service: address,
    publicUrl: 'https://palkit.example',
    fetch: (url, init) => fetch(url, init),
    clock: systemClock,
    signal: new AbortController().signal,
    out: (text) => (printed.out += text),
    error: (text) => (printed.error += text),
    askKey: null,
    ...ownParts,
  });
  return { code, ...printed };
}

const countResources = async () => {
  const options = { credential: ALICE, query: {} };
  const [pals, documents, deployments] = await Promise.all([
    world.call(listPals, options),
    world.call(listDocuments, options),
    world.call(listDeployments, options),
  ]);
  return [pals.result.total_count, documents.result.total_count, deployments.result.total];
};

describe('the command that creates an agent', () => {
  test('creates it from a website, and prints its lines and landing page', async () => {
    const {
      code,
      out: output,
      error,
    } = await run(['create', '--site', site, '--face', 'mira', '--name', 'Greta']);
    assert.equal(code, 0, error);
    assert.match(output, /Reading localhost:\d+, up to 50 pages\.\n[^]*Read 1 page\./);
    const widget = /<pal-widget deployment-id="(\w+)"><\/pal-widget>/.exec(output)?.[1];
    const landing = /https:\/\/palkit\.example\/l\/(\w+)/.exec(output)?.[1];
    for (const [deployment_id, channel] of [
      [widget, 'widget'],
      [landing, 'landing-page'],
    ]) {
      const params = { deployment_id: deployment_id! };
      const { result } = await world.call(getDeployment, { credential: ALICE, params });
      assert.equal(result.status, 'active');
      assert.equal(result.channel, channel);
      assert.equal(result.name, 'Greta');
    }
    assert.match(
      output,
      /<script type="module" src="https:\/\/palkit\.example\/palkit\/palkit\.js"><\/script>/,
    );
    assert.equal((await fetch(`${address}/l/${landing}`)).status, 200);
  });

  test('prints only JSON if asked to', async () => {
    const { code, out: output } = await run([
      'create',
      '--site',
      site,
      '--json',
      '--pages',
      '1',
      '--depth',
      '1',
    ]);
    assert.equal(code, 0, output);
    const agent = JSON.parse(output) as {
      pal_id: string;
      document_id: string;
      lines: string[];
      landing_page: string;
    };
    const { result: pal } = await world.call(getPal, {
      credential: ALICE,
      params: { pal_id: agent.pal_id },
    });
    assert.deepEqual(pal.document_ids, [agent.document_id]);
    const params = { document_id: agent.document_id };
    const { result: document } = await world.call(getDocument, { credential: ALICE, params });
    assert.equal(document.status, 'ready');
    assert.deepEqual(document.crawl_config, { depth: 1, max_pages: 1 });
    assert.equal(agent.lines.length, 2);
    assert.match(agent.landing_page, /^https:\/\/palkit\.example\/l\//);
  });
});

describe('a failure of the command leaves nothing behind and is explained', () => {
  const assertFailure = async (
    words: readonly string[],
    sentence: RegExp,
    code = 1,
    ownParts: Partial<AgentCommandParts> = {},
  ) => {
    const previousCount = await countResources();
    const printed = await run(words, ownParts);
    assert.equal(printed.code, code, printed.out + printed.error);
    assert.match(printed.error, sentence);
    assert.doesNotMatch(printed.error, /\n\s+at /);
    assert.deepEqual(await countResources(), previousCount);
  };

  test('for an unknown face, and a missing or private site', async () => {
    await assertFailure(
      ['create', '--site', site, '--face', 'Otto'],
      /There is no face "Otto"\. Faces: .*Mira/,
    );
    await assertFailure(['create', '--site', `${site}gone`], /start page could not be read/);
    await assertFailure(['create', '--site', 'http://127.0.0.1:1/'], /not public/);
  });

  test('for a wrong key, a read-only key, no key, no service, and another service', async () => {
    const { result } = await world.call(createKey, { credential: ALICE, body: { name: 'R', scope: 'read' } });
    const create = ['create', '--site', site];
    await assertFailure(create, /does not know this key/, 1, { environment: { PALKIT_KEY: 'wrong' } });
    await assertFailure(create, /needs the scope all/, 1, { environment: { PALKIT_API_KEY: result.key } });
    await assertFailure(create, /Set PALKIT_API_KEY/, 2, { environment: {} });
    await assertFailure(
      [...create, '--base-url', 'http://127.0.0.1:9'],
      /No service answers at http:\/\/127\.0\.0\.1:9/,
    );
    await assertFailure([...create, '--base-url', site], /is no Palkit service/);
  });

  test('for a wrong parameter', async () => {
    for (const [message, sentence] of [
      [['destroy'], /agent takes create/],
      [['create'], /--site is missing/],
      [['create', '--site', 'bakery'], /--site must be/],
      [['create', '--site', 'ftp://bakery'], /--site must be/],
      [['create', '--site', site, '--pages', '101'], /--pages must be a whole number from 1 to 100/],
      [['create', '--site', site, '--colour', 'red'], /--colour/],
    ] as const)
      await assertFailure(message, sentence, 2);
  });

  test('for a person who stops it during the crawl', async () => {
    let release = () => {};
    gate = new Promise((resolve) => (release = resolve));
    const stop = new AbortController();
    const previousCount = await countResources();
    const running = run(['create', '--site', site], { signal: stop.signal });
    await until('the crawl to begin', async () => (await countResources())[1]! > previousCount[1]!);
    stop.abort();
    const { code, error } = await running;
    release();
    gate = null;
    assert.equal(code, 1);
    assert.equal(error, 'palkit: Stopped.\n');
    assert.deepEqual(await countResources(), previousCount);
  });
});

test('the command asks for a key if none is set', async () => {
  const printed = await run(['create', '--site', site, '--json'], {
    environment: {},
    askKey: async () => `${ALICE}\n`,
  });
  assert.equal(printed.code, 0, printed.out);
});

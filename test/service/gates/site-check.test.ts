/**
 * Checks a page that embeds a deployment: script, element, origin, policy, microphone. A website's name, colour and
 * logo are read from one of its pages.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { checkDeploymentSite } from '../../../src/contract/site-checks.ts';
import { readSiteLook } from '../../../src/contract/site-looks.ts';
import { checkSite } from '../../../src/service/gates/site-check.ts';
import { Website } from '../website.ts';
import { ALICE, BOB, openWorld, type World } from '../world.ts';

const SERVICE = 'https://palkit.example';
const LINES = `<script type="module" src="${SERVICE}/palkit/palkit.js"></script><pal-widget deployment-id="d1">`;

/** Returns the faults of a page, each with its remedy. */
function faults(html: string, headers: Record<string, string> = {}, allowedOrigins: string[] = []) {
  const page = {
    url: new URL('https://shop.example/page'),
    html,
    headers: { get: (name: string) => headers[name] ?? null },
  };
  const checks = checkSite(page, { deployment: 'd1', allowedOrigins, service: new URL(SERVICE) });
  return Object.fromEntries(
    checks.filter(({ works }) => works !== true).map(({ check, works, words }) => [check, [works, words]]),
  );
}

describe('the check of a page', () => {
  test('accepts one with the lines and no obstacle', () => assert.deepEqual(faults(LINES), {}));

  test('names the lines that are missing', () => {
    const { script, element } = faults('<p>Shop</p>');
    assert.match(String(script![1]), /palkit\.js"><\/script>$/);
    assert.deepEqual(element, [null, 'deployment-id="d1"']);
  });

  test('names an origin that is not allowed', () => {
    assert.deepEqual(faults(LINES, {}, ['https://other.example']), {
      origin: [false, 'https://shop.example'],
    });
    assert.deepEqual(faults(LINES, {}, ['https://shop.example']), {});
  });

  for (const [policy, message] of [
    ["default-src 'self'", `script-src ${SERVICE}; connect-src ${SERVICE}`],
    [`script-src 'self' ${SERVICE}; connect-src 'self'`, `connect-src ${SERVICE}`],
    [`default-src https:`, null],
    ['script-src *.palkit.example; connect-src *', `script-src ${SERVICE}`],
    ["script-src 'nonce-abc' 'strict-dynamic'; connect-src https://palkit.example/v2/", null],
    [`default-src ${SERVICE}, default-src 'none'`, `script-src ${SERVICE}; connect-src ${SERVICE}`],
    ['frame-ancestors *', null],
    ['default-src http://palkit.example', null],
    ['default-src http:', null],
    ['default-src https://*:*', null],
    ['default-src palkit.example:443', null],
    ['default-src https://palkit.example:8443', `script-src ${SERVICE}; connect-src ${SERVICE}`],
    ['default-src wss:', `script-src ${SERVICE}; connect-src ${SERVICE}`],
  ] as const)
    test(`with the policy ${policy}`, () => {
      const expected = message === null ? {} : { policy: [false, message] };
      assert.deepEqual(faults(LINES, { 'content-security-policy': policy }), expected);
      if (policy.includes(',') || policy.includes("'")) return;
      const meta = `<meta http-equiv="Content-Security-Policy" content="${policy}">`;
      assert.deepEqual(faults(meta + LINES), expected);
    });

  test('reports a microphone that the page denies to itself or to its frame', () => {
    const deniedFault = { microphone: [false, 'Permissions-Policy: microphone=(self)'] };
    assert.deepEqual(faults(LINES, { 'permissions-policy': 'camera=(self), microphone=()' }), deniedFault);
    assert.deepEqual(faults(LINES, { 'permissions-policy': 'microphone=(self "https://a.example")' }), {});
    const frame = `<iframe src="${SERVICE}/l/d1"></iframe>`;
    assert.ok('microphone' in faults(LINES + frame));
    assert.deepEqual(faults(LINES + frame.replace('<iframe', '<iframe allow="camera; microphone"')), {});
  });
});

describe('the check of a website', () => {
  let world: World;
  let site: Website;
  before(async () => {
    site = await Website.open();
    const environment = { OUTBOUND_ALLOWED_HOSTS: site.host, PUBLIC_URL: 'http://palkit.example' };
    world = await openWorld({ environment });
  });
  after(async () => {
    await world.close();
    await site.close();
  });

  test('fetches the page, and explains a failure', async () => {
    const deployment_id = await world.deployment();
    const params = { deployment_id };
    site.pages['/'] = `<pal-widget deployment-id="${deployment_id}">`;
    const check = async (url: string) =>
      (await world.call(checkDeploymentSite, { credential: ALICE, params, body: { url } })).result.data;
    const results = (await check(site.url('/'))).map((row) => `${row.check} ${row.works}`);
    assert.ok(results.includes('element true') && results.includes('script null'), results.join());
    assert.deepEqual(await check(site.url('/missing')), [
      { check: 'reached', works: false, words: 'HTTP 404' },
    ]);
    const [internalCheck] = await check('http://169.254.169.254/latest/meta-data');
    assert.deepEqual(internalCheck, { check: 'reached', works: false, words: 'The address is not public.' });
    const body = { url: site.url('/') };
    assert.equal(
      (await world.refusal(checkDeploymentSite, { credential: BOB, params, body })).code,
      'forbidden',
    );
    for (const url of ['ftp://a.example', 'nonsense'])
      assert.equal(
        (await world.refusal(checkDeploymentSite, { credential: ALICE, params, body: { url } })).code,
        'invalid_request',
      );
  });

  test('reads the name, colour and logo of a website, and requests no private address', async () => {
    const checkSite = async (url: string) =>
      (await world.call(readSiteLook, { credential: ALICE, body: { url } })).result;
    const picture = '<svg xmlns="http://www.w3.org/2000/svg"/>';
    site.pages['/'] =
      '<!doctype html><title>Prices</title><link rel="manifest" href="/app.json">' +
      '<link rel="icon" href="/lost.png" sizes="512x512"><link rel="icon" href="/words.png">';
    site.pages['/words.png'] = '<script>alert(1)</script>';
    const json = { name: 'Seal Swim School', theme_color: '#06c', icons: [{ src: '/logo.svg' }] };
    site.pages['/app.json'] = { body: JSON.stringify(json) };
    site.pages['/logo.svg'] = { headers: { 'content-type': 'image/svg+xml' }, body: picture };
    const data = `data:image/svg+xml;base64,${btoa(picture)}`;
    const logo = { url: site.url('/logo.svg'), data };
    assert.deepEqual(await checkSite(site.url('/')), {
      fault: null,
      name: 'Seal Swim School',
      accent_color: '#0066cc',
      logo,
    });

    site.pages['/app.json'] = '{"icons":';
    site.pages['/'] =
      `<!doctype html><title>Prices</title><link rel="manifest" href="/app.json">` +
      '<link rel="icon" href="http://169.254.169.254/logo.png">';
    const noHints = { fault: null, name: null, accent_color: null, logo: null };
    assert.deepEqual(await checkSite(site.url('/')), { ...noHints, name: 'Prices' });
    site.pages['/'] = '<!doctype html><title>Prices</title><link rel="icon" href="/logo.svg">';
    assert.deepEqual(await checkSite(site.url('/')), { ...noHints, name: 'Prices', logo });
    const httpsWorld = await openWorld({
      environment: { OUTBOUND_ALLOWED_HOSTS: site.host, PUBLIC_URL: 'https://palkit.example' },
    });
    const request = { credential: ALICE, body: { url: site.url('/') } };
    const { result } = await httpsWorld.call(readSiteLook, request).finally(() => httpsWorld.close());
    assert.equal(result.logo, null, 'a page that came by https shows no picture from http');
    for (const [url, fault] of [
      ['http://169.254.169.254/latest/meta-data', 'The address is not public.'],
      [site.url('/missing'), 'HTTP 404'],
    ] as const)
      assert.deepEqual(await checkSite(url), { ...noHints, fault });
  });
});

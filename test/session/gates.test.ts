import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CAPTCHA, waitForever, refusal, settle, START, startedResponse, world } from './world.ts';

test('no request is sent before prepare', async () => {
  const { session, service, media, rooms } = world();
  session.consent();
  session.confirmDevices();
  session.password('word');
  session.retryCaptcha();
  session.say('Hello');
  session.interrupt();
  session.askDevices({ microphone: true, camera: true });
  session.chooseDevice('microphone', 'audio-2');
  session.setMicrophone(true);
  session.setCamera(true);
  session.answerCard({ type: 'skip' });
  session.end();
  session.again();
  await settle();
  assert.deepEqual([service.requests, media.requests, rooms], [[], [], []]);
  assert.deepEqual(session.view.phase, { is: 'idle' });
});

test('prepare sends one request, however often it is called', async () => {
  const { session, service, phases } = world();
  await Promise.all([session.prepare(), session.prepare()]);
  await session.prepare();
  assert.equal(service.requests.length, 1);
  assert.deepEqual(phases(), ['loading', 'ready']);
  assert.equal(session.view.deployment?.pal_display_name, 'Mira');
});

test('the gates come in their order and the start carries their results', async () => {
  const { session, service, phases, media, clock } = world(
    {
      has_password: true,
      captcha: CAPTCHA,
      customization: { show_haircheck: true, consent: { required: true } },
    },
    {
      solve: () => Promise.resolve('solved'),
      conversationalContext: 'Cart page',
      customGreeting: 'Hi',
      memoryStores: ['visitor-7'],
    },
  );
  session.begin();
  await settle();
  assert.deepEqual(session.view.phase, { is: 'gate', by: 'consent' });
  assert.equal(service.of(START).length, 0);
  session.confirmDevices();
  assert.deepEqual(session.view.phase, { is: 'gate', by: 'consent' }, 'another gate’s verb opens nothing');
  session.consent();
  session.password('open sesame');
  await settle();
  assert.deepEqual(session.view.phase, { is: 'gate', by: 'devices' });
  assert.equal(service.of(START).length, 1, 'the start verified the password');
  assert.equal(media.requests.length, 0, 'the browser is asked only on the visitor’s word');
  session.confirmDevices();
  await settle();
  assert.deepEqual(phases(), [
    'loading',
    'ready',
    'consent',
    'password',
    'captcha',
    'starting',
    'devices',
    'joining',
  ]);
  assert.deepEqual(service.of(START)[0]!.body, {
    password: 'open sesame',
    captcha_token: 'solved',
    conversational_context: 'Cart page',
    custom_greeting: 'Hi',
    memory_stores: ['visitor-7'],
    consent: { version: '1', accepted_at: new Date(clock.now()).toISOString() },
  });
});

test('each start requests the visitor’s token, and a refused one is reported', async () => {
  const tokens = ['first', '', 'third'];
  const { session, service } = world(
    { customization: { show_haircheck: false } },
    { visitorToken: () => Promise.resolve(tokens.shift()!) },
  );
  service.on(START, () => refusal('expired_visitor_token'));
  for (let attempt = 0; attempt < 3; attempt++) {
    session.begin();
    await settle();
    const { phase } = session.view;
    assert.equal(phase.is === 'failed' && phase.code, 'expired_visitor_token');
    session.again();
    await settle();
  }
  const visitorTokens = service
    .of(START)
    .map(({ body }) => (body as { visitor_token?: string }).visitor_token);
  assert.deepEqual(visitorTokens, ['first', undefined, 'third']);
});

test('a page that cannot get a token fails the start and not the session', async () => {
  const { session, service } = world(
    { customization: { show_haircheck: false } },
    { visitorToken: () => Promise.reject(new Error('the website’s server is down')) },
  );
  session.begin();
  await settle();
  const { phase } = session.view;
  assert.equal(phase.is === 'failed' && phase.code, 'network');
  assert.equal(service.of(START).length, 0);
});

for (const [reason, customization, mode] of [
  ['the owner does not ask for it', {}, 'voice'],
  ['show_haircheck is false', { show_haircheck: false }, 'voice'],
  ['only chat is wanted', { show_haircheck: true, modality: 'chat' as const }, 'voice'],
  ['the visitor wants to type', { show_haircheck: true }, 'text'],
] as const) {
  test(`no device check if ${reason}`, async () => {
    const { session, phases } = world({ customization });
    session.begin(mode);
    await settle();
    assert.deepEqual(phases(), ['loading', 'ready', 'starting', 'joining']);
  });
}

test('a deployment with consent asks for it if the page does not', async () => {
  const { session, service } = world({ customization: { show_haircheck: false } });
  service.on(START, ({ body }) =>
    (body as { consent?: object }).consent ? startedResponse() : refusal('consent_required'),
  );
  session.begin();
  await settle();
  assert.deepEqual(session.view.phase, { is: 'gate', by: 'consent' });
  session.consent();
  await settle();
  assert.equal(session.view.phase.is, 'joining');
});

test('a wrong password asks again; the right one continues without the earlier gates', async () => {
  const { session, service, phases } = world({
    has_password: true,
    customization: { consent: { required: true } },
  });
  service.on(START, ({ body }) =>
    (body as { password: string }).password === 'right' ? startedResponse() : refusal('wrong_password'),
  );
  session.begin();
  await settle();
  session.consent();
  session.password('wrong');
  assert.deepEqual(session.view.phase, {
    is: 'gate',
    by: 'password',
    refused: false,
    waitSeconds: null,
    busy: true,
  });
  session.password('impatient');
  await settle();
  assert.equal(service.of(START).length, 1, 'one try at a time');
  assert.deepEqual(session.view.phase, {
    is: 'gate',
    by: 'password',
    refused: true,
    waitSeconds: null,
    busy: false,
  });
  session.password('right');
  await settle();
  assert.equal(session.view.phase.is, 'joining');
  assert.deepEqual(phases(), ['loading', 'ready', 'consent', 'password', 'starting', 'joining']);
});

test('too many attempts close the password’s form for the time of the service', async () => {
  const { session, service, clock } = world({ has_password: true });
  service.on(START, () => refusal('too_many_attempts', 40));
  session.begin();
  await settle();
  session.password('guess');
  await settle();
  assert.deepEqual(session.view.phase, {
    is: 'gate',
    by: 'password',
    refused: false,
    waitSeconds: 40,
    busy: false,
  });
  session.password('guess again');
  await settle();
  assert.equal(service.of(START).length, 1);
  await clock.advance(40_000);
  assert.deepEqual(session.view.phase, {
    is: 'gate',
    by: 'password',
    refused: false,
    waitSeconds: null,
    busy: false,
  });
});

test('a refused captcha is solved once more automatically, then by the visitor', async () => {
  let solved = 0;
  const { session, service } = world(
    { captcha: CAPTCHA },
    { solve: () => Promise.resolve(`token-${++solved}`) },
  );
  service.on(START, () => (solved < 3 ? refusal('captcha_failed') : startedResponse()));
  session.begin();
  await settle();
  assert.deepEqual(session.view.phase, { is: 'gate', by: 'captcha', state: 'failed' });
  assert.equal(solved, 2);
  session.retryCaptcha();
  await settle();
  assert.equal(session.view.phase.is, 'joining');
  assert.deepEqual(
    service.of(START).map(({ body }) => (body as { captcha_token: string }).captcha_token),
    ['token-1', 'token-2', 'token-3'],
    'a token is used once',
  );
});

test("another provider’s captcha is shown with its site key at the page's place, after other gates", async () => {
  const captcha = { provider: 'turnstile', site_key: 'site-1', challenge_url: null } as const;
  const widgetPlace = { host: {} as HTMLElement, language: 'de', theme: 'dark' } as const;
  const calls: unknown[][] = [];
  const { session, service } = world(
    { captcha, customization: { consent: { required: true } } },
    {
      place: () => widgetPlace,
      solve: async (_client, id, _signal, ...otherArguments) => (
        calls.push([id, ...otherArguments]),
        'token'
      ),
    },
  );
  session.begin();
  await settle();
  assert.deepEqual(calls, [], 'nobody else is asked before the consent');
  session.consent();
  await settle();
  assert.deepEqual(calls, [['deployment-1', captcha, widgetPlace]]);
  assert.equal(service.of(START).length, 1);
});

test('a provider that cannot judge is reported at once, and tried again by the visitor', async () => {
  let isAvailable = false;
  const { session, service } = world({ captcha: CAPTCHA }, { solve: async () => 'token' });
  service.on(START, () => (isAvailable ? startedResponse() : refusal('captcha_unavailable')));
  session.begin();
  await settle();
  assert.deepEqual(session.view.phase, { is: 'gate', by: 'captcha', state: 'failed' });
  assert.equal(service.of(START).length, 1);
  isAvailable = true;
  session.retryCaptcha();
  await settle();
  assert.equal(session.view.phase.is, 'joining');
});

test('a captcha that cannot be solved fails the gate, and solving is shown', async () => {
  let giveToken!: (token: string) => void;
  let isAvailable = false;
  const { session, service } = world(
    { captcha: CAPTCHA },
    {
      solve: () =>
        isAvailable ? new Promise((resolve) => (giveToken = resolve)) : Promise.reject(new Error('no')),
    },
  );
  session.begin();
  await settle();
  assert.deepEqual(session.view.phase, { is: 'gate', by: 'captcha', state: 'failed' });
  assert.equal(service.of(START).length, 0);
  isAvailable = true;
  session.retryCaptcha();
  session.retryCaptcha();
  assert.deepEqual(session.view.phase, { is: 'gate', by: 'captcha', state: 'solving' });
  giveToken('late');
  await settle();
  assert.equal(session.view.phase.is, 'joining');
});

test('leaving at a gate returns to the first screen, frees the devices and repeats all gates', async () => {
  const { session, media, service } = world({
    has_password: true,
    customization: { show_haircheck: true, consent: { required: true } },
  });
  session.begin();
  await settle();
  session.consent();
  session.askDevices({ microphone: true, camera: true });
  await settle();
  assert.equal(media.live.length, 2);
  session.end();
  assert.deepEqual([session.view.phase.is, media.live.length], ['ready', 0]);
  session.begin();
  await settle();
  assert.deepEqual(session.view.phase, { is: 'gate', by: 'consent' });
  assert.equal(service.of(START).length, 0);
});

test('a conversation that starts after the visitor left is ended', async () => {
  let answer!: (response: Response) => void;
  const { session, service, rooms } = world();
  service.on(START, () => new Promise((resolve) => (answer = resolve)));
  session.begin();
  await settle();
  session.end();
  assert.equal(session.view.phase.is, 'ready');
  answer(startedResponse('conversation-9'));
  await settle();
  assert.deepEqual(
    service.requests.slice(-1).map(({ method, path }) => `${method} ${path}`),
    ['POST /v2/deployments/deployment-1/conversations/conversation-9/end'],
  );
  assert.equal(rooms.length, 0);
  assert.equal(session.view.phase.is, 'ready');
});

test('a solution that comes after the visitor left starts nothing', async () => {
  let giveToken!: (token: string) => void;
  const { session, service } = world(
    { captcha: CAPTCHA },
    { solve: () => new Promise((resolve) => (giveToken = resolve)) },
  );
  session.begin();
  await settle();
  session.end();
  giveToken('late');
  await settle();
  assert.equal(service.of(START).length, 0);
  assert.equal(session.view.phase.is, 'ready');
});

test('disposed, it receives, requests and opens nothing', async () => {
  const { session, service, media, views } = world();
  await session.prepare();
  session.dispose();
  const previousCount = views.length;
  const count = service.requests.length;
  session.begin();
  session.again();
  session.askDevices({ microphone: true, camera: true });
  await session.prepare();
  await settle();
  assert.deepEqual([views.length, service.requests.length, media.requests.length], [previousCount, count, 0]);
});

test('disposed while loading, it reports nothing more', async () => {
  const { session, service, phases } = world();
  service.on('GET /v2/deployments/{}/init', waitForever);
  const preparing = session.prepare();
  await settle();
  session.dispose();
  await preparing;
  assert.deepEqual(phases(), ['loading']);
});

/** A page displays a call itself with the API `palkit/session`. */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import type { Card as InnerCard, CanvasComponent } from '../../src/contract/canvas.ts';
import { createSession, IDLE_VIEW, sessionFrom } from '../../src/elements/headless/create-session.ts';
import type {
  Canvas,
  Card,
  CardAnswer,
  CardArguments,
  Devices,
  Phase,
  Session,
  SessionOptions,
  SessionView,
  TranscriptLine,
} from '../../src/elements/headless/create-session.ts';
import { runSession, viewer } from '../../src/elements/headless/running-session.ts';
import type * as inner from '../../src/elements/session/phases.ts';
import { refusal, settle, START, world, type World } from './world.ts';

/** Creates a public session with the service, devices and rooms of a simulated world. */
function createSessionIn(visitorWorld: World, options: Partial<SessionOptions> = {}): Session {
  const { service, clock, media, page } = visitorWorld;
  return sessionFrom(
    { deploymentId: 'deployment-1', baseUrl: 'https://pal.test/', ...options },
    async () => ({
      viewer,
      runSession: (sessionOptions, tools) =>
        runSession(sessionOptions, tools, {
          fetch: service.fetch,
          clock,
          media: media.port,
          rooms: visitorWorld.factory,
          page,
        }),
    }),
  );
}

async function startLiveCall(visitorWorld: World, session: Session) {
  session.start();
  await settle();
  const room = visitorWorld.rooms.at(-1)!;
  room.connect();
  await settle();
  return room;
}

test('no request is sent before a method needs one, and a view stays the same until a change', async () => {
  const visitorWorld = world();
  const session = createSessionIn(visitorWorld);
  assert.equal(session.view, IDLE_VIEW);
  session.say('Hello');
  session.end();
  session.reset();
  await settle();
  assert.equal(session.view, IDLE_VIEW);
  assert.deepEqual(visitorWorld.service.requests, []);
  const views: SessionView[] = [];
  const { subscribe, prepare } = session;
  const stop = subscribe((view) => views.push(view));
  await prepare();
  assert.equal(session.view.phase.is, 'ready');
  assert.equal(views.at(-1), session.view);
  assert.equal(session.view, session.view);
  assert.deepEqual(session.view.deployment, {
    id: 'deployment-1',
    agentName: 'Mira',
    poster: '',
    modality: 'video',
    languages: ['en'],
    maxCallDuration: 3600,
    opensAt: null,
    recording: false,
    customization: {},
  });
  stop();
  const previousCount = views.length;
  session.dispose();
  assert.equal(views.length, previousCount);
});

test('a call: a typed line, an answer, a card, its end and its rating', async () => {
  const visitorWorld = world({ customization: { after_call: { feedback: true } } });
  const session = createSessionIn(visitorWorld);
  const room = await startLiveCall(visitorWorld, session);
  assert.equal(session.view.phase.is, 'live');
  const { deployment } = session.view;
  session.say('What do you cost?');
  assert.deepEqual(
    session.view.transcript.map(({ role, text }) => [role, text]),
    [['user', 'What do you cost?']],
  );
  assert.equal(session.view.activity, 'thinking');
  room.tell('conversation.utterance', { role: 'pal', speech: 'Nothing.' });
  assert.equal(session.view.transcript.at(-1)!.text, 'Nothing.');
  room.tell('conversation.tool_call', {
    name: 'canvas_show_input',
    tool_call_id: 't1',
    arguments: JSON.stringify({ prompt: 'Your name?' }),
  });
  const { card } = session.view.canvas;
  assert.equal(card?.component === 'input' && card.arguments.prompt, 'Your name?');
  session.answerCard({ type: 'submit', value: { value: 'Ada' } });
  await settle();
  assert.equal(session.view.canvas.state, 'sent');
  assert.equal(session.view.deployment, deployment, 'what did not change is the same object');
  session.end();
  assert.deepEqual(session.view.phase, { is: 'ended', conversationId: 'conversation-1', reason: 'left' });
  assert.equal(session.view.transcript.length, 2);
});

test('the tools of the page answer, also those that were set later', async () => {
  const visitorWorld = world();
  const session = createSessionIn(visitorWorld, { tools: { basket: () => 'old' } });
  const room = await startLiveCall(visitorWorld, session);
  session.tools = { basket: ({ of }) => ({ items: 3, of }) };
  for (const [name, id] of [
    ['basket', 't1'],
    ['other', 't2'],
  ] as const)
    room.tell('conversation.tool_call', { name, tool_call_id: id, arguments: '{"of":"today"}' });
  await settle();
  const results = room.sentMessages.filter(({ event_type }) => event_type === 'conversation.tool_result');
  assert.deepEqual(
    // Compare sets, because results that fail immediately arrive first.
    new Set(results.map(({ properties }) => JSON.stringify(properties))),
    new Set(
      [
        { tool_call_id: 't1', output: '{"items":3,"of":"today"}', status: 'success' },
        { tool_call_id: 't2', output: 'Error: this page has no tool other', status: 'error' },
      ].map((properties) => JSON.stringify(properties)),
    ),
  );
});

test('a wrong password is refused, the right one continues', async () => {
  const visitorWorld = world({ has_password: true });
  visitorWorld.service.on(START, () => refusal('wrong_password'));
  const session = createSessionIn(visitorWorld);
  session.start();
  await settle();
  assert.equal(session.view.phase.is === 'gate' && session.view.phase.by, 'password');
  session.submitPassword('guess');
  await settle();
  const { phase } = session.view;
  assert.equal(phase.is === 'gate' && phase.by === 'password' && phase.refused, true);
});

test('disposed, a call has ended and its devices are free, and the session starts again', async () => {
  const visitorWorld = world();
  const session = createSessionIn(visitorWorld);
  await startLiveCall(visitorWorld, session);
  session.setMicrophone(true);
  await settle();
  assert.equal(visitorWorld.media.live.length, 1);
  session.dispose();
  session.dispose();
  await settle();
  assert.equal(session.view, IDLE_VIEW);
  assert.equal(visitorWorld.media.live.length, 0);
  assert.equal(visitorWorld.rooms[0]!.leaveOptions.length, 1);
  assert.equal(visitorWorld.service.of('POST /v2/deployments/deployment-1/conversations/{}/end').length, 1);
  await startLiveCall(visitorWorld, session);
  assert.equal(session.view.phase.is, 'live');
  session.dispose();
});

test('disposed while its code is loading, it requests nothing', async () => {
  const visitorWorld = world();
  const session = createSessionIn(visitorWorld);
  session.start();
  session.dispose();
  await settle();
  assert.deepEqual(visitorWorld.service.requests, []);
  assert.equal(session.view, IDLE_VIEW);
});

test("a failed load of the call's code is reported, and tried again", async () => {
  const visitorWorld = world();
  let attempts = 0;
  const session = sessionFrom({ deploymentId: 'deployment-1', baseUrl: 'https://pal.test' }, async () => {
    if (attempts++ === 0) throw new TypeError('Failed to fetch dynamically imported module');
    return { viewer, runSession: () => visitorWorld.session };
  });
  session.start();
  await settle();
  assert.equal(session.view.phase.is === 'failed' && session.view.phase.code, 'network');
  session.reset();
  assert.equal(session.view, IDLE_VIEW);
  await session.prepare();
  assert.equal(session.view.phase.is, 'ready');
});

test("the page's settings show, from the start and later", async () => {
  const visitorWorld = world();
  const session = createSessionIn(visitorWorld, { customization: { modality: 'chat' } });
  await session.prepare();
  assert.equal(session.view.deployment!.modality, 'chat');
  session.customize({ modality: 'audio' });
  assert.equal(session.view.deployment!.modality, 'audio');
});

test('a server creates a session without an effect', () => {
  const session = createSession({ deploymentId: 'd', baseUrl: '' });
  assert.equal(session.view, IDLE_VIEW);
  session.dispose();
});

describe('the public types', () => {
  test('need no schema library: no declaration that they import leads to the contract or to zod', () => {
    const open = [path.resolve('src', 'elements', 'headless', 'create-session.ts')];
    const files = new Set<string>();
    for (let file = open.pop(); file; file = open.pop()) {
      if (files.has(file)) continue;
      files.add(file);
      // Follow only imports at the top level, because imports within a function do not affect the declarations.
      for (const [, name] of fs
        .readFileSync(file, 'utf8')
        .matchAll(/^(?:import|export)[^;]*from '([^']+)'/gm)) {
        if (/running-session/.test(name!)) continue;
        assert.match(name!, /^\.\//, `${file} imports ${name}`);
        open.push(path.resolve(path.dirname(file), name!));
      }
    }
    assert.equal(files.size, 6);
  });

  test('fit those within', () => {
    // The assignments below only need to compile.
    const values = {} as {
      phase: inner.Phase;
      line: inner.Line;
      devices: inner.Devices;
      card: InnerCard;
      canvas: inner.CanvasState;
    };
    const publicValues: [Phase, TranscriptLine, Devices, Card, Canvas] = [
      values.phase,
      values.line,
      values.devices,
      values.card,
      values.canvas,
    ];
    const inputs = {} as { line: TranscriptLine; devices: Devices; canvas: Canvas; answer: CardAnswer };
    const innerInputs: [inner.Line, inner.Devices, inner.CanvasState, inner.CardAnswer] = [
      inputs.line,
      inputs.devices,
      inputs.canvas,
      inputs.answer,
    ];
    const kinds: Record<CanvasComponent, true> = {} as Record<keyof CardArguments, true>;
    const backwards: Record<keyof CardArguments, true> = {} as Record<CanvasComponent, true>;
    assert.ok(publicValues && innerInputs && kinds && backwards);
  });
});

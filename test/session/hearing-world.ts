/** A session in a browser with speech recognition, for the tests. */
import assert from 'node:assert/strict';
import type { Customization } from '../../src/contract/customization.ts';
import type { DeploymentInit } from '../../src/contract/deployments.ts';
import type { StartMode, View } from '../../src/elements/session/phases.ts';
import type { SessionOptions } from '../../src/elements/session/session.ts';
import { VisitorEvent } from '../../src/contract/room-events.ts';
import { settle, world, type FakeRoom, type World } from './world.ts';
import { type ScriptedRecogniser } from './scripted-recognition.ts';

export const US = { 'en-US': 'available' };
// Set the languages of the simulated browser, so that they are the same on every machine.
Object.defineProperty(globalThis, 'navigator', { value: { languages: ['en-US'] }, configurable: true });

interface Place extends World {
  browser: ScriptedRecogniser;
}
export function place(
  hearing: Customization['hearing'],
  browser: ScriptedRecogniser | null,
  overrides: Partial<SessionOptions> = {},
  deployment: Partial<DeploymentInit> = {},
): Place {
  const visitor = world(
    { ...deployment, customization: { hearing, ...deployment.customization } },
    { recognition: browser?.recognition ?? null, ...overrides },
  );
  return { ...visitor, browser: browser! };
}
/** Waits until the view meets the condition, because loading the code takes an unknown time. */
export function waitForView(visitor: World, isExpected: (view: View) => boolean): Promise<void> {
  return new Promise((resolve) => {
    if (isExpected(visitor.session.view)) return resolve();
    const stop = visitor.session.subscribe((view) => {
      if (!isExpected(view)) return;
      stop();
      resolve();
    });
  });
}
export async function beginCall(visitor: World, mode?: StartMode): Promise<void> {
  visitor.session.begin(mode);
  await waitForView(
    visitor,
    ({ phase }) => phase.is === 'joining' || (phase.is === 'gate' && phase.by === 'hearing'),
  );
  await settle();
}
export async function startLiveCall(visitor: World, mode?: StartMode): Promise<FakeRoom> {
  await beginCall(visitor, mode);
  const room = visitor.rooms.at(-1)!;
  room.connect();
  await waitForView(visitor, ({ phase }) => phase.is === 'live');
  return room;
}
/** Starts a live call with an open microphone, and returns its room once speech recognition has begun. */
export async function startListening(visitor: Place): Promise<FakeRoom> {
  const room = await startLiveCall(visitor);
  visitor.session.setMicrophone(true);
  await settle();
  visitor.browser?.created.at(-1)?.begins();
  return room;
}
export const sentEvents = (room: FakeRoom) =>
  room.sentMessages
    .filter(({ event_type }) => /hearing|heard/.test(event_type))
    .map(({ event_type, properties }) => {
      assert.ok(
        VisitorEvent.safeParse({ message_type: 'conversation', event_type, properties }).success,
        'the service takes it',
      );
      return event_type === 'conversation.hearing'
        ? Object.values(properties as object).join(' ')
        : properties;
    });

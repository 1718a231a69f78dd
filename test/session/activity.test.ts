import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AgentEvent } from '../../src/contract/room-events.ts';
import { nextActivity } from '../../src/elements/session/activity.ts';
import { nextDisclosure } from '../../src/elements/session/disclosure.ts';
import type { Activity } from '../../src/elements/session/phases.ts';
import { agentEvent } from './world.ts';

const startedEvent = (role: 'user' | 'pal') => agentEvent('conversation.started_speaking', { role });
const stoppedEvent = (role: 'user' | 'pal') => agentEvent('conversation.stopped_speaking', { role });
const utterance = (role: 'user' | 'pal') => agentEvent('conversation.utterance', { role, speech: 'Words.' });
const streamingEvent = (role: 'user' | 'pal') =>
  agentEvent('conversation.utterance.streaming', { role, speech: 'Words', final: false });
const endEvent = agentEvent('conversation.ended', { shutdown_reason: 'x' });
const ready = agentEvent('conversation.ready', {
  capabilities: { hearing: 'none', answering: 'documents', voice: 'none', languages: [] },
});

/** [current activity, event, next activity] */
const moves: [Activity, string, AgentEvent, Activity][] = [
  ['idle', 'the visitor speaks', startedEvent('user'), 'listening'],
  ['speaking', 'the visitor speaks', startedEvent('user'), 'listening'],
  ['listening', 'the visitor stops', stoppedEvent('user'), 'thinking'],
  ['thinking', 'the agent speaks', startedEvent('pal'), 'speaking'],
  ['speaking', 'the agent stops', stoppedEvent('pal'), 'idle'],
  ['listening', 'the agent stops, interrupted', stoppedEvent('pal'), 'listening'],
  ['idle', 'a typed line is told', utterance('user'), 'thinking'],
  ['speaking', 'a typed line is told', utterance('user'), 'speaking'],
  ['thinking', 'the agent writes', utterance('pal'), 'idle'],
  ['speaking', 'the agent’s line is complete', utterance('pal'), 'speaking'],
  ['thinking', 'the agent goes on with its line', streamingEvent('pal'), 'speaking'],
  ['thinking', 'what the visitor said is shown', streamingEvent('user'), 'thinking'],
  ['listening', 'the agent goes on with its line', streamingEvent('pal'), 'listening'],
  ['speaking', 'the call ends', endEvent, 'idle'],
  ['thinking', 'something else comes', ready, 'thinking'],
];
for (const [now, eventName, event, then] of moves)
  test(`${now}, and ${eventName}: ${then}`, () => assert.equal(nextActivity(now, event), then));

const disclosureEvent = (phase: 'begin' | 'end', visual_disclosure = 'You are talking to an AI.') =>
  agentEvent('conversation.disclosure', { phase, visual_disclosure });

test('the banner shows between begin and end', () => {
  const notice = nextDisclosure(null, disclosureEvent('begin'));
  assert.equal(notice, 'You are talking to an AI.');
  assert.equal(nextDisclosure(notice, utterance('pal')), notice);
  assert.equal(nextDisclosure(notice, disclosureEvent('end')), null);
});

test('empty words show no banner, a second begin replaces the first, and the end of the call ends it', () => {
  assert.equal(nextDisclosure(null, disclosureEvent('begin', '')), null);
  assert.equal(nextDisclosure('Old', disclosureEvent('begin', 'New')), 'New');
  assert.equal(nextDisclosure('Old', endEvent), null);
});

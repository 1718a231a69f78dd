/** Messages that public clients send into a room are understood; perception events change nothing on a page. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AgentEvent, VisitorEvent } from '../../src/contract/room-events.ts';
import { nextCanvas, EMPTY_CANVAS } from '../../src/elements/session/canvas.ts';
import { nextActivity } from '../../src/elements/session/activity.ts';
import { nextDisclosure } from '../../src/elements/session/disclosure.ts';
import { nextTranscript } from '../../src/elements/session/transcript.ts';
import { agentEvent } from '../session/world.ts';
import { OLDER_EVENTS } from '../../src/contract/older-events.ts';

const SENT_MESSAGES: readonly [name: string, message: object, properties: object][] = [
  [
    'a line without message_type',
    { event_type: 'conversation.respond', properties: { text: 'Hi' } },
    { text: 'Hi' },
  ],
  [
    'an echo that is done as text',
    {
      message_type: 'conversation',
      event_type: 'conversation.echo',
      conversation_id: 'c1',
      properties: { modality: 'text', text: 'Hi', done: 'true' },
    },
    { modality: 'text', text: 'Hi', done: true },
  ],
  [
    'an echo of sound',
    {
      message_type: 'conversation',
      event_type: 'conversation.echo',
      properties: { modality: 'audio', inference_id: 'i1', audio: 'AAAA', sample_rate: 24_000, done: false },
    },
    { modality: 'audio', inference_id: 'i1', audio: 'AAAA', sample_rate: 24_000, done: false },
  ],
  ['an interruption without properties', { event_type: 'conversation.interrupt' }, {}],
  [
    'a result that is an object',
    {
      event_type: 'conversation.tool_result',
      properties: { tool_call_id: 't', name: 'n', output: { items: 3 }, status: 'success' },
    },
    { tool_call_id: 't', name: 'n', output: '{"items":3}', status: 'success' },
  ],
];

for (const [name, message, properties] of SENT_MESSAGES)
  test(`${name} is understood`, () => {
    const parsedEvent = VisitorEvent.parse(message);
    assert.equal(parsedEvent.message_type, 'conversation');
    assert.deepEqual(parsedEvent.properties, properties);
  });

test('each older name belongs to an event that the agent sends', () => {
  const types = AgentEvent.def.options.map(({ shape }) => shape.event_type.def.values[0] as string);
  for (const { event_type } of OLDER_EVENTS) assert.ok(types.includes(event_type), event_type);
  assert.equal(new Set(OLDER_EVENTS.map(({ older: olderName }) => olderName)).size, OLDER_EVENTS.length);
});

for (const event of [
  agentEvent('conversation.perception_tool_call', {
    modality: 'vision',
    name: 'canvas_show_text',
    arguments: { body: 'Hello' },
  }),
  agentEvent('conversation.perception_analysis', { analysis: 'A hat.' }),
])
  test(`the page shows nothing for ${event.event_type}`, () => {
    assert.deepEqual(nextTranscript([], event, 1000), []);
    assert.equal(nextCanvas(EMPTY_CANVAS, event).canvas, EMPTY_CANVAS);
    assert.equal(nextActivity('listening', event), 'listening');
    assert.equal(nextDisclosure(null, event), null);
  });

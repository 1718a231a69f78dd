import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Responder, ReplyChunk } from '../../src/agent/replies/responder.ts';
import { begin, createRecogniser, event, QUESTIONS, settle, joinInput } from './stage.ts';

describe('the agent', () => {
  test('greets once, also after a reconnection', async () => {
    const { agent, stage } = begin();
    agent.take(joinInput());
    await stage.play();
    agent.take({ type: 'lost' });
    agent.take(joinInput());
    await stage.play();
    assert.deepEqual(stage.lines(), [['pal', 'Welcome.']]);
    assert.deepEqual(stage.types(), [
      'ready',
      'started_speaking',
      'utterance.streaming',
      'stopped_speaking',
      'utterance',
      'ready',
    ]);
  });

  // Proves resources-43.
  test('speaks the disclosure before the greeting, and shows the banner only during it', async () => {
    const { agent, stage } = begin({ disclosure: { verbal: 'I am an AI.', visual: 'AI' } });
    agent.take(joinInput());
    await stage.play();
    const types = stage.types();
    assert.deepEqual(
      types.filter((type) => type === 'disclosure' || type === 'utterance'),
      ['disclosure', 'utterance', 'disclosure', 'utterance'],
    );
    assert.deepEqual(
      stage.sentEvents
        .filter(({ type }) => type === 'disclosure')
        .map(({ properties }) => properties['phase']),
      ['begin', 'end'],
    );
    assert.deepEqual(stage.lines(), [
      ['pal', 'I am an AI.'],
      ['pal', 'Welcome.'],
    ]);
  });

  test('answers instead of greeting if the visitor asks during the disclosure', async () => {
    const { agent, stage } = begin({ disclosure: { verbal: 'I am an AI.', visual: 'AI' } });
    agent.take(joinInput());
    await settle();
    stage.begin();
    agent.take(event('conversation.respond', { text: 'When are you open?' }));
    await stage.play();
    const lines = stage.lines().map(([role, text]) => `${role}: ${text}`);
    assert.deepEqual(lines.slice(0, 2).sort(), ['pal: I am', 'user: When are you open?']);
    assert.equal(lines.length, 3, lines.join(' | '));
    assert.ok(!lines.includes('pal: Welcome.'), lines.join(' | '));
  });

  test('stores the spoken part of an interrupted line, marked as interrupted', async () => {
    const { agent, stage, entries } = begin({ greeting: 'One two three four.' });
    agent.take(joinInput());
    await settle();
    stage.begin();
    agent.take(event('conversation.interrupt'));
    await settle();
    assert.deepEqual(
      entries.map((line) => line.content),
      ['One two'],
    );
    assert.equal(
      stage.sentEvents.find(({ type }) => type === 'stopped_speaking')!.properties['interrupted'],
      true,
    );
  });

  test('also ends a line that is interrupted between two sentences', async () => {
    const { agent, stage, clock, entries } = begin();
    agent.take(joinInput());
    await stage.play();
    agent.take(event('conversation.respond', { text: 'When?' }));
    await settle();
    stage.begin();
    const { id } = stage.queue.shift()!;
    stage.playing = null;
    agent.take({ type: 'sentence-ended', id, seconds: 2, interrupted: false });
    agent.take(event('conversation.interrupt'));
    clock.move(440);
    await settle();
    assert.equal(entries.at(-1)!.content, 'We open at ten.');
    agent.take(event('conversation.respond', { text: 'Again?' }));
    await stage.play();
    assert.equal(entries.at(-1)!.content, 'We open at ten. We close at seven.');
  });

  test('stops a walk-through when the visitor speaks, and shows each slide while it is described', async () => {
    const { agent, stage, entries } = begin({ speechToText: createRecogniser(['wait']) });
    agent.take(joinInput());
    await stage.play();
    const startedSteps: number[] = [];
    const card = (body: string) => ({ do: 'show' as const, component: 'text' as const, arguments: { body } });
    const walking = agent.walk(
      [
        { action: card('1'), words: 'One two.' },
        { action: card('2'), words: 'Three four.' },
        { action: card('3'), words: 'Five.' },
      ],
      (index) => startedSteps.push(index),
    );
    await settle();
    stage.begin();
    const firstSpeech = stage.queue.shift()!;
    agent.take({
      type: 'sentence-ended',
      id: firstSpeech.id,
      seconds: firstSpeech.speech.duration,
      interrupted: false,
    });
    await settle();
    stage.begin();
    agent.take({ type: 'voice-began' });
    agent.take({ type: 'voice-ended' });
    await walking;
    await stage.play();
    assert.deepEqual(startedSteps, [0, 1]);
    assert.equal(stage.sentEvents.filter(({ type }) => type === 'tool_call').length, 2);
    assert.deepEqual(
      entries.map((line) => line.content),
      ['Welcome.', 'One two.', 'Three', 'wait', 'We open at ten. We close at seven.'],
    );
  });

  test('cuts off a retracted answer and speaks its replacement, or stays silent without one', async () => {
    const { agent, stage, entries } = begin();
    agent.take(joinInput());
    await stage.play();
    agent.replaceSpeech('Sorry.');
    agent.take(event('conversation.respond', { text: 'When?' }));
    await settle();
    stage.begin();
    agent.replaceSpeech('Sorry.');
    await stage.play();
    assert.deepEqual(
      entries.map((line) => line.content),
      ['Welcome.', 'When?', 'We open', 'Sorry.'],
    );
  });

  test('can retract an answer after speaking it, until the visitor continues', async () => {
    const { agent, stage } = begin({ greeting: '' });
    agent.take(joinInput());
    agent.take(event('conversation.respond', { text: 'When?' }));
    await stage.play();
    agent.replaceSpeech('Sorry.');
    await stage.play();
    assert.deepEqual(stage.lines().at(-1), ['pal', 'Sorry.']);
  });

  test('announces the coming end of the call after its current sentence', async () => {
    const { agent, stage } = begin({ greeting: '' });
    agent.take(joinInput());
    agent.take(event('conversation.respond', { text: 'When?' }));
    await settle();
    agent.announceEnd();
    await stage.play();
    assert.deepEqual(
      stage.lines().map(([, text]) => text),
      ['When?', 'We open at ten. We close at seven.', 'We have about a minute left.'],
    );
  });

  test('keeps the whole line if the connection is lost during it', async () => {
    const { agent, stage, entries } = begin();
    agent.take(joinInput());
    await stage.play();
    agent.take(event('conversation.respond', { text: 'When?' }));
    await settle();
    stage.begin();
    agent.take({ type: 'lost' });
    assert.equal(entries.at(-1)!.content, 'We open at ten. We close at seven.');
  });

  test('shows a card after the greeting, and takes its answer as a line of the visitor', async () => {
    const { agent, stage, entries } = begin({ canvas: QUESTIONS, topics: ['Hours', 'Parking'] });
    agent.take(joinInput());
    await stage.play();
    const call = stage.sentEvents.find(({ type }) => type === 'tool_call')!.properties;
    assert.equal(call['name'], 'canvas_show_question');
    const { options } = JSON.parse(String(call['arguments'])) as { options: { id: string; label: string }[] };
    agent.take(
      event('conversation.tool_result', { tool_call_id: 'another', output: '{"selected":["topic_1"]}' }),
    );
    agent.take(
      event('conversation.tool_result', {
        tool_call_id: call['tool_call_id'],
        output: JSON.stringify({ selected: [options[1]!.id] }),
      }),
    );
    await stage.play();
    assert.deepEqual(
      entries.map((line) => line.content),
      ['Welcome.', 'Parking', 'We open at ten. We close at seven.'],
    );
  });

  test('updates and removes a card by later reply chunks, and ignores an update out of bounds', async () => {
    const turns: ReplyChunk[][] = [
      [
        { text: 'Here.' },
        { canvas: { do: 'show', component: 'text', arguments: { body: 'Open at ten.', format: 'plain' } } },
      ],
      [
        { text: 'Better.' },
        { canvas: { do: 'update', change: { title: 'Hours' } } },
        { canvas: { do: 'update', change: { body: '' } } },
      ],
      [{ canvas: { do: 'clear' } }, { canvas: { do: 'update', change: { title: 'Late' } } }],
    ];
    const responder: Responder = {
      kind: 'model',
      async *think() {
        yield* turns.shift()!;
      },
    };
    const { agent, stage } = begin({
      responder,
      canvas: { components: new Set(['text']), schedulingUrl: null },
    });
    agent.take(joinInput());
    await stage.play();
    for (const text of ['Hours?', 'With a title?', 'Thanks.']) {
      agent.take(event('conversation.respond', { text }));
      await stage.play();
    }
    const calls = stage.sentEvents
      .filter(({ type }) => type === 'tool_call')
      .map(
        ({ properties }) =>
          [
            properties['name'],
            JSON.parse(String(properties['arguments'])) as Record<string, unknown>,
          ] as const,
      );
    const id = stage.sentEvents.find(({ type }) => type === 'tool_call')!.properties['tool_call_id'];
    assert.deepEqual(calls, [
      ['canvas_show_text', { body: 'Open at ten.', format: 'plain' }],
      ['update_component', { tool_call_id: id, arguments: { title: 'Hours' } }],
      ['canvas_clear', { tool_call_id: id }],
    ]);
  });

  test('does not take a skipped card as an answer', async () => {
    const { agent, stage, entries } = begin({ canvas: QUESTIONS, topics: ['Hours', 'Parking'] });
    agent.take(joinInput());
    await stage.play();
    agent.take(
      event('conversation.tool_result', {
        tool_call_id: stage.sentEvents.at(-1)!.properties['tool_call_id'],
        output: '{"skipped":true}',
      }),
    );
    await stage.play();
    assert.equal(entries.length, 1);
  });

  // Proves resources-33.
  test('in echo mode the agent speaks only the text of echo events', async () => {
    const { agent, stage } = begin({ responder: null });
    agent.take(joinInput());
    agent.take(event('conversation.respond', { text: 'When?' }));
    agent.take(event('conversation.echo', { text: 'Exactly this.' }));
    await stage.play();
    assert.deepEqual(stage.lines(), [
      ['user', 'When?'],
      ['pal', 'Exactly this.'],
    ]);
  });

  test('stores the spoken part of a line on closing, and then stays silent', async () => {
    const { agent, stage, entries } = begin();
    agent.take(joinInput());
    await stage.play();
    agent.take(event('conversation.respond', { text: 'When?' }));
    await settle();
    stage.begin();
    const { id } = stage.queue.shift()!;
    agent.take({ type: 'sentence-ended', id, seconds: 2, interrupted: false });
    agent.close();
    agent.take(event('conversation.respond', { text: 'Hello?' }));
    await settle();
    assert.equal(entries.at(-1)!.content, 'We open at ten.');
  });
});

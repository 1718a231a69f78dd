/** In every kind of call, spoken or written, each `stopped_speaking` follows a `started_speaking`. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { begin, createRecogniser, event, joinInput, settle } from './stage.ts';

const ACTIONS = [
  'respond',
  'echo',
  'interrupt',
  'sentence begins',
  'play',
  'voice begins',
  'voice ends',
  'lost',
  'connect',
  'join',
  'left',
  'wait',
] as const;

test('starts and stops of each speaker alternate, starting with a start, in random calls', async () => {
  let calls = 0;
  let stopCount = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('media' as const, 'text' as const),
      fc.array(fc.constantFrom(...ACTIONS), { minLength: 1, maxLength: 25 }),
      async (joinKind, actions) => {
        const { agent, stage, clock } = begin({
          speechToText: createRecogniser(['When do you open?', '', 'mhm', 'And on Sunday?']),
        });
        stage.audible = joinKind === 'media';
        let isVoiced = false;
        const carryOut: Record<(typeof ACTIONS)[number], () => void | Promise<void>> = {
          respond: () => agent.take(event('conversation.respond', { text: 'When do you open?' })),
          echo: () => agent.take(event('conversation.echo', { text: 'We close in ten minutes.' })),
          interrupt: () => agent.take(event('conversation.interrupt')),
          'sentence begins': () => {
            if (stage.queue.length > 0) stage.begin();
          },
          play: () => stage.play(),
          'voice begins': () => {
            if (!isVoiced) agent.take({ type: 'voice-began' });
            isVoiced = true;
          },
          'voice ends': () => {
            if (isVoiced) agent.take({ type: 'voice-ended' });
            isVoiced = false;
          },
          lost: () => agent.take({ type: 'lost' }),
          connect: () => agent.take({ type: 'connecting' }),
          join: () => agent.take({ ...joinInput(joinKind), again: true } as ReturnType<typeof joinInput>),
          left: () => agent.take({ type: 'left' }),
          wait: () => clock.move(1500),
        };
        agent.take(joinInput(joinKind));
        for (const action of actions) {
          if (joinKind === 'text' && action.startsWith('voice')) continue;
          await carryOut[action]();
          await settle();
        }
        agent.close();
        await settle();
        for (const role of ['pal', 'user']) {
          const types = stage.sentEvents
            .filter(
              ({ type, properties }) =>
                /^(started|stopped)_speaking$/.test(type) && properties['role'] === role,
            )
            .map(({ type }) => type);
          for (const [index, type] of types.entries())
            assert.equal(
              type,
              index % 2 === 0 ? 'started_speaking' : 'stopped_speaking',
              `${role}: ${types.join()}`,
            );
          if (joinKind === 'text') stopCount += Math.floor(types.length / 2);
        }
        calls += 1;
      },
    ),
    { numRuns: 150, examples: [['media', ['voice begins', 'lost', 'voice ends', 'voice begins']]] },
  );
  assert.ok(calls >= 150 && stopCount > 20, `${stopCount} stops in text calls`);
});

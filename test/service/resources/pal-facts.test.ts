/** A PAL's facts over the API: stored, patched, rejected by name, used in answers and in prompts. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { readPalPrompt } from '../../../src/contract/pal-prompt.ts';
import { askPal } from '../../../src/contract/pal-questions.ts';
import { createPal, getPal, patchPal } from '../../../src/contract/pals.ts';
import { SYSTEM_FACE } from '../../../src/service/seed/seed.ts';
import { ModelServer } from '../model-server.ts';
import { ALICE, openWorld, type World } from '../world.ts';

const FACTS = {
  opening_hours: { regular: [{ days: ['monday'], opens: '09:00', closes: '18:00' }] },
  telephone: '01632 960123',
  prices: [{ name: 'Day ticket', price: '€9' }],
  lines: ['Dogs are welcome on a lead.'],
};

describe('facts of a PAL', () => {
  let world: World;
  before(async () => {
    world = await openWorld();
  });
  after(() => world.close());
  const ask = async (pal_id: string, question: string) =>
    (await world.call(askPal, { credential: ALICE, params: { pal_id }, body: { question } })).result;

  test('can be stored, read and patched', async () => {
    const pal_id = await world.pal({ facts: FACTS } as never);
    const read = async () =>
      (await world.call(getPal, { credential: ALICE, params: { pal_id } })).result.facts!;
    const facts = await read();
    assert.deepEqual([facts.telephone, facts.opening_hours!.holidays], ['01632 960123', []]);
    await world.call(patchPal, {
      credential: ALICE,
      params: { pal_id },
      body: [
        { op: 'replace', path: '/facts/telephone', value: '01632 960999' },
        { op: 'add', path: '/facts/opening_hours/holidays/-', value: { from: '2026-12-25' } },
      ],
    });
    assert.equal((await read()).telephone, '01632 960999');
    assert.deepEqual((await read()).opening_hours!.holidays, [{ from: '2026-12-25', hours: [] }]);
  });

  test('that are invalid are refused by name', async () => {
    const day = { days: ['monday'], opens: '09:00', closes: '18:00' };
    const rows: [object, RegExp][] = [
      [{ telefone: '1' }, /^facts\.telefone is unknown here\. Did you mean telephone\?/],
      [{ opening_hours: { regular: [{ ...day, opens: '9' }] } }, /regular\.0\.opens must be a time/],
      [{ opening_hours: { regular: [{ ...day, closes: '09:00' }] } }, /must not open and close at the same/],
      [{ opening_hours: { regular: [{ ...day, days: [] }] } }, /days must name a day/],
      [
        { opening_hours: { regular: [], holidays: [{ from: '2026-02-30' }] } },
        /must be a day of the calendar/,
      ],
      [
        { opening_hours: { regular: [], holidays: [{ from: '2026-12-26', to: '2026-12-25' }] } },
        /must end on its first day or later/,
      ],
      [{ prices: [{ name: ' ', price: '1' }] }, /prices\.0\.name must not be empty/],
      [{ lines: Array(51).fill('x') }, /lines must hold at most 50/],
      [[], /facts must be an object/],
    ];
    for (const [facts, message] of rows) {
      const { code, text } = await world.refusal(createPal, {
        credential: ALICE,
        body: { system_prompt: 'Be kind.', default_face_id: SYSTEM_FACE.id, facts },
      });
      assert.equal(code, 'invalid_request');
      assert.match(text, message);
    }
  });

  test('answer a question without a document', async () => {
    const pal_id = await world.pal({ facts: FACTS, timezone: 'Europe/Vienna' } as never);
    const ticket = await ask(pal_id, 'How much is a day ticket?');
    assert.deepEqual([ticket.said, ticket.outcome, ticket.sources], ['Day ticket: €9.', 'answered', []]);
    assert.deepEqual(
      ticket.candidates.map(({ document_name, text, score }) => [document_name, text, score]),
      [['Facts', 'Day ticket: €9.', 1]],
    );
    assert.equal((await ask(pal_id, 'Are you open on Sunday?')).said, 'No. We are closed on Sunday.');
    assert.match((await ask(pal_id, 'Are dogs welcome?')).said, /Dogs are welcome on a lead/);
    const person = await ask(pal_id, 'I want to talk to a human');
    assert.deepEqual([person.outcome, /01632 960123/.test(person.said)], ['handed_over', true]);
  });
});

test("are in the model's prompt before the question", async () => {
  const model = await ModelServer.open();
  const world = await openWorld({ environment: { LLM_BASE_URL: model.url, LLM_MODEL: 'small' } });
  try {
    const pal_id = await world.pal({ facts: FACTS } as never);
    const { result } = await world.call(readPalPrompt, {
      credential: ALICE,
      params: { pal_id },
      query: { question: 'Well?' },
    });
    for (const part of [/Telephone: 01632 960123/, /Price, Day ticket: €9/, /Dogs are welcome on a lead/])
      assert.match(result.messages[0]!.content, part);
  } finally {
    await world.close();
    await model.close();
  }
});

/**
 * The context that a model gets in a conversation: notes for the question, the relevant part of earlier lines, and a
 * prefix that stays the same.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Knowledge } from '../../src/agent/knowledge/knowledge.ts';
import { ModelResponder } from '../../src/agent/replies/model-responder.ts';
import { notesFor } from '../../src/agent/replies/notes.ts';
import { splitHistory } from '../../src/agent/replies/remembering.ts';
import type { Exchange } from '../../src/agent/replies/responder.ts';
import { canvasTools } from '../../src/agent/tools/canvas.ts';
import { CANVAS_COMPONENTS, type CanvasComponent } from '@palkit/contract/canvas';
import { ManualClock } from '../../src/runtime/clock.ts';
import { scriptedModel, words } from './scripted-model.ts';

const MUSEUM = `# Admission
Adults pay nine dollars. Students pay five dollars. Children under six are free.
# Opening hours
We are open from nine to five, on Sundays from ten to four. We are closed on Mondays.
# Dogs
Dogs are welcome on a leash in the garden and on the boats, but not in the galleries.
# Parking
Parking costs two dollars an hour behind the pier. Two of the spaces are for wheelchairs.
# Guided tours
Guided tours start at eleven and at two and last one hour. A guided tour costs four dollars.
# Cafe
The cafe by the pier serves soup, cake and coffee until half past four.
# Groups
Groups of ten and more get a discount of twenty percent and should call a week before.
# Ferry ride
The old ferry crosses the river every thirty minutes. A ride costs three dollars each way.
# Lost property
Things that were found are kept at the ticket desk for three months.
# Wheelchairs
All galleries have a lift. We lend two wheelchairs at the entrance for free.
`;
/** Earlier lines, the question, and the section that answers it; they were committed before the test first ran. */
const FOLLOW_UPS: [string[], string, string][] = [
  [['How much is admission?'], 'what about two of them?', 'Admission'],
  [['How much is admission?'], 'And for students?', 'Admission'],
  [['How much is admission?'], 'Is it cheaper for children?', 'Admission'],
  [['How much is admission?', 'And for students?'], 'and for kids?', 'Admission'],
  [['When are you open?'], 'and on Sunday?', 'Opening hours'],
  [['When are you open?'], 'On Mondays too?', 'Opening hours'],
  [['When are you open?', 'and on Sunday?'], 'until when?', 'Opening hours'],
  [['Do you have opening hours on Sunday?'], 'And the other days?', 'Opening hours'],
  [['Can I bring my dog?'], 'can I take him in there?', 'Dogs'],
  [['Can I bring my dog?'], 'Also on the boats?', 'Dogs'],
  [['Are dogs welcome?'], 'Does he need a leash?', 'Dogs'],
  [['Are dogs welcome?', 'Also in the galleries?'], 'and in the garden?', 'Dogs'],
  [['Where can I park?'], 'How much is it?', 'Parking'],
  [['Where can I park?'], 'Is it dear?', 'Parking'],
  [['Is there parking?'], 'for two hours?', 'Parking'],
  [['Is there parking?', 'How much is it?'], 'and where is it?', 'Parking'],
  [['Are there guided tours?'], 'When do they start?', 'Guided tours'],
  [['Are there guided tours?'], 'How long is one?', 'Guided tours'],
  [['Are there guided tours?', 'When do they start?'], 'and what does it cost?', 'Guided tours'],
  [['Tell me about the guided tours.'], 'Is that expensive?', 'Guided tours'],
  [['Is there a cafe?'], 'What do they serve?', 'Cafe'],
  [['Is there a cafe?'], 'until when?', 'Cafe'],
  [['Do you have a discount for groups?'], 'How many do we have to be?', 'Groups'],
  [['Do you have a discount for groups?'], 'How much is it?', 'Groups'],
  [['Do you have a discount for groups?'], 'Should we call before?', 'Groups'],
  [['Does the ferry still run?'], 'how often?', 'Ferry ride'],
  [['Does the old ferry still cross the river?'], 'What does that cost?', 'Ferry ride'],
  [['I lost my umbrella, do you keep lost things?'], 'For how long?', 'Lost property'],
  [['Is there a lift for wheelchairs?'], 'Can I borrow one?', 'Wheelchairs'],
  [['Do you lend wheelchairs?'], 'is that free?', 'Wheelchairs'],
];

test('follow-ups find the notes about their subject: at least 27 of 30', async () => {
  const knowledge = new Knowledge([{ document_id: 'd', name: 'Museum', content: MUSEUM }]);
  const missedLines: string[] = [];
  for (const [lines, question, section] of FOLLOW_UPS) {
    const history = lines.flatMap((content): Exchange[] => [
      { role: 'user', content },
      { role: 'assistant', content: 'Let me tell you.' },
    ]);
    const notes = await notesFor(knowledge, question, history, {});
    // The section must be among the first three of ten notes.
    if (!notes.slice(0, 3).some(({ heading }) => heading.includes(section)))
      missedLines.push(`${question} (${section})`);
  }
  assert.ok(missedLines.length <= 3, missedLines.join('; '));
});

test('a name and an order number are remembered after 300 turns, within a bounded context', () => {
  const history: Exchange[] = [
    { role: 'assistant', content: 'Hello.' },
    { role: 'user', content: 'My name is Anna and my order number is 4711.' },
    { role: 'assistant', content: 'Thank you. I will send the invoice 88 to you on Friday.' },
  ];
  for (let turn = 0; turn < 300; turn++) {
    history.push({ role: 'user', content: `Question number ${turn} about the boats` });
    history.push({ role: 'assistant', content: `Answer ${turn}: the boats are made of wood.` });
    const { recent, facts } = splitHistory(history);
    const context = facts + recent.map(({ content }) => content).join('\n');
    assert.match(context, /Anna.*4711/, `turn ${turn}`);
    assert.match(context, /invoice 88/, `turn ${turn}`);
    assert.ok(recent.length < 36 && facts.length <= 3000, `turn ${turn}`);
  }
});

test('at least 80 % of two consecutive prompts are equal, and they end in the question and its notes', async () => {
  const clock = new ManualClock();
  const { fetch, requests } = scriptedModel(() =>
    words('We open at nine, and we close at five in the afternoon.'),
  );
  const responder = new ModelResponder({
    endpoint: { account: 1, baseUrl: 'https://prefix.example/v1', apiKey: null, model: 'm', fetch },
    knowledge: new Knowledge([{ document_id: 'd', name: 'Museum', content: MUSEUM }]),
    prompt: () => `You are Ferry, who knows the museum. ${'Be kind and brief. '.repeat(60)}`,
    clock,
  });
  const history: Exchange[] = [];
  const { signal } = new AbortController();
  for (const question of [
    'When are you open?',
    'How much is admission?',
    'Is there a cafe?',
    'May I bring a dog?',
    'And parking?',
  ]) {
    let answer = '';
    for await (const chunk of responder.think(question, { history: [...history], canvas: null, signal }))
      if ('text' in chunk) answer += chunk.text;
    history.push({ role: 'user', content: question }, { role: 'assistant', content: answer });
    clock.move(30_000);
  }
  const sentTexts = requests.map(({ messages }) =>
    messages.map(({ role, content }) => `${role}: ${content}`).join('\n'),
  );
  for (const [index, text] of sentTexts.entries()) {
    if (index === 0) continue;
    let equalCount = 0;
    while (equalCount < text.length && text[equalCount] === sentTexts[index - 1]![equalCount]) equalCount++;
    // Compare with the reusable part, which is everything except this question and its notes.
    const lastLength = requests[index]!.messages.at(-1)!.content!.length;
    assert.ok(
      equalCount / (text.length - lastLength) >= 0.8,
      `${index}: ${equalCount} of ${text.length - lastLength}`,
    );
  }
  const { messages, max_tokens } = requests[0]!;
  assert.match(messages[0]!.content!, /Thursday,? 1 January 2026.*Be kind/s);
  assert.doesNotMatch(messages[0]!.content!, /nine to five/);
  assert.match(
    messages.at(-1)!.content!,
    /^When are you open\?\n\n<note from="Museum: Opening hours">\nWe are open/,
  );
  assert.equal(max_tokens, 2048);
});

test('a card is described to a model in about five hundred characters', () => {
  const components = new Set(Object.keys(CANVAS_COMPONENTS) as CanvasComponent[]);
  const length = JSON.stringify(canvasTools({ components, schedulingUrl: null })).length;
  assert.ok(length < 525 * components.size, String(length));
  assert.deepEqual(canvasTools(null), []);
});

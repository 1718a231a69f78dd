/** Rows and columns are selected by weights, numbers of people, seasons and what a text says about them. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { composeAnswer } from '../../../src/agent/knowledge/composing.ts';
import { measureFits } from '../../../src/agent/knowledge/measure-ranges.ts';
import { rank, readQuestion } from '../../../src/agent/knowledge/ranking.ts';
import { sentenceTable } from '../../../src/agent/knowledge/sentence-table.ts';
import { tableFirst } from '../../../src/agent/knowledge/table-answers.ts';

const PENS =
  '# Pens for dogs\n\n| Weight | Quiet season | Busy season | Second dog |\n| --- | --- | --- | --- |\n' +
  '| Light (up to 8 kg) | £14 | £17 | £9 |\n| Heavy (over 8 kg) | £20 | £24 | £13 |\n\n' +
  'Busy season: 15 June to 10 September, and 20 December to 2 January. Quiet season is the rest of the year.';
const HALL =
  '# Hall\n\n| Party | Weekdays, 2 hours | Weekdays, 4 hours | Sunday, 2 hours | Sunday, 4 hours |\n' +
  '| --- | --- | --- | --- | --- |\n| Up to 20 guests | £50 | £90 | £60 | £105 |\n' +
  '| Up to 60 guests | £80 | £140 | £95 | £160 |';
const CLASSES =
  '# Classes\n\n| No. | Class | Teacher | Room | Fee | Reduced fee |\n| --- | --- | --- | --- | --- | --- |\n' +
  '| A1 | Weaving | Ida Lund | 4 | £60 | £40 |\n| A2 | Drawing 1 | Per Holm | 5 | £50 | £35 |\n' +
  '| A3 | Drawing 2 | Per Holm | 5 | £50 | £35 |\n\nReduced fee: for apprentices and pensioners.';
const ROOMS = '# Rooms\n\n| Room | Seats |\n| --- | --- |\n| 4 | 12 |\n| 5 | 30 |';

const WEEK =
  '# Classes\n\n| Class | Day | Age |\n| --- | --- | --- |\n| Weaving | Tuesday | 8 |\n| Drawing | Friday | 9 |\n' +
  '| Felt | Tuesday | 6 |';
const FILMS =
  '# Programme\n\n| Film | Tuesday | Wednesday |\n| --- | --- | --- |\n| Owl | - | 20:00 |\n| Ferry | 18:00 | - |';

const SEASONS =
  '# Running days\n\n| Period | Trains run |\n| --- | --- |\n| 2 April to 30 June | Saturdays |\n' +
  '| 1 July to 6 September | every day |\n| 12 September to 3 October | Sundays |\n| Rest of the year | no trains |';

async function answer(question: string, content: string): Promise<string | null> {
  const { sentences } = sentenceTable([{ document_id: 'd', name: 'Site', content }]);
  const parsedQuestion = readQuestion(question, null, { today: '2026-01-14' });
  const rankedSentences = tableFirst(
    parsedQuestion,
    await rank(parsedQuestion, sentences, { rarity: () => 0.5 }),
  );
  return rankedSentences[0]?.tableText === undefined
    ? null
    : composeAnswer(rankedSentences, parsedQuestion).text;
}

describe('a row or column is selected', () => {
  const cases: [question: string, content: string, text: string][] = [
    ['do trains run on 20 june', SEASONS, 'Running days, 2 April to 30 June: Saturdays.'],
    ['do trains run on 4 september', SEASONS, 'Running days, 1 July to 6 September: every day.'],
    ['are there trains on 9 september', SEASONS, 'No. Running days, Rest of the year: no trains.'],
    ['are there trains in february', SEASONS, 'No. Running days, Rest of the year: no trains.'],
    [
      'how much is a pen for my 5 kilo dog in march',
      PENS,
      'Pens for dogs, Light (up to 8 kg): Quiet season £14.',
    ],
    [
      'price of a pen for a dog of 30kg in august',
      PENS,
      'Pens for dogs, Heavy (over 8 kg): Busy season £24.',
    ],
    ['what is a pen for a 9 kg dog at christmas', PENS, 'Pens for dogs, Heavy (over 8 kg): Busy season £24.'],
    [
      'how much are two heavy dogs in march',
      PENS,
      'Pens for dogs, Heavy (over 8 kg): Quiet season £20, Second dog £13.',
    ],
    [
      'what is the hall for 15 people for 2 hours on a sunday',
      HALL,
      'Hall, Up to 20 guests: Sunday, 2 hours £60.',
    ],
    [
      'how much more is 4 hours than 2 hours on a sunday for 50 guests',
      HALL,
      'Hall, Up to 60 guests: Sunday, 4 hours £160, Sunday, 2 hours £95, a difference of £65.',
    ],
    ['who teaches drawing', CLASSES, 'Classes, Drawing 1 and Drawing 2: Teacher Per Holm.'],
    ['where is weaving', CLASSES, 'Classes, Weaving: Room 4.'],
    ['what does weaving cost for pensioners', CLASSES, 'Classes, Weaving: Reduced fee £40.'],
    [
      'how much less is weaving for an apprentice',
      CLASSES,
      'Classes, Weaving: Fee £60, Reduced fee £40, a difference of £20.',
    ],
    ['which classes are on Tuesday', WEEK, 'Classes, Tuesday: Weaving and Felt.'],
    [
      'which bin goes out on monday',
      '# Bins\n\n| Bin | Content | Collected |\n| --- | --- | --- |\n| Black | rest | every Monday |\n' +
        '| Green | paper | every second Monday |\n| Glass | bottles | never |',
      'Bins, Black: every Monday. Green: every second Monday.',
    ],
    ['what is on on wednesday', FILMS, 'Programme, Wednesday: Owl 20:00.'],
    ['which room is the biggest', `${CLASSES}\n\n${ROOMS}`, 'Rooms, 5: Seats 30.'],
  ];
  for (const [question, content, text] of cases)
    test(question, async () => assert.equal(await answer(question, content), text));
});

test('a question for rows of a day that names something else is not answered with a list', async () => {
  assert.equal(await answer('which trains go on tuesday', WEEK), null);
  assert.equal(await answer('which classes do you have', WEEK), null);
});

test('words for people do not name a row, and a time of day that no column has is not answered', async () => {
  const passes =
    '# Passes\n\n| Pass | Adult | Reduced |\n| --- | --- | --- |\n| Month | £48 | £38 |\n| Year | £430 | £345 |';
  assert.equal(await answer('how much is it for my 10 year old on a tuesday', passes), null);
  assert.equal(await answer('how much is weaving at 4pm for beginners', CLASSES), null);
  assert.equal(
    await answer('how much is a pass for a year', passes),
    'Passes, Year: Adult £430, Reduced £345.',
  );
});

test('a group in a name is a size, if the name says for whom the price is', async () => {
  const prices =
    '# Prices\n\n| Lesson | Price |\n| --- | --- |\n| Children, group of 5 | £16 |\n| Adults | £19 |';
  assert.equal(
    await answer('how much is a lesson for my 6 year old', prices),
    'Prices, Children, group of 5: £16.',
  );
});

test('ranges of measures hold their ends, "over" and "under" do not', () => {
  const cases: [label: string, question: string, fits: number][] = [
    ['up to 10 kg', 'a 10 kilo parcel', 1],
    ['over 10 kg', 'a 10 kilo parcel', -1],
    ['5 to 10 kg', 'it weighs 7.5kg', 1],
    ['from 20 people', 'we are 25 people', 1],
    ['20+ guests', 'for 12 guests', -1],
    ['up to 10 kg', 'for 10 people', 0],
    ['Adults', 'for 10 people', 0],
  ];
  for (const [label, question, isMatch] of cases)
    assert.equal(measureFits(label, question), isMatch, `${label}, ${question}`);
});

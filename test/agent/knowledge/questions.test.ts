import assert from 'node:assert/strict';
import { test } from 'node:test';
import { completeQuestion } from '../../../src/agent/knowledge/follow-up.ts';
import { peopleIn } from '../../../src/agent/knowledge/people.ts';
import {
  holdsKind,
  QUESTION_KINDS,
  questionKind,
  weekDays,
  type QuestionKind,
} from '../../../src/agent/knowledge/question-kind.ts';
import { readQuestion } from '../../../src/agent/knowledge/ranking.ts';
import { SMALL_TALK_KINDS, smallTalk, type SmallTalk } from '../../../src/agent/knowledge/small-talk.ts';
import { bareQuestion } from '../../../src/agent/knowledge/words.ts';

/** For each kind of question: an example, a sentence that answers it, and one that does not. */
const KINDS: Record<QuestionKind, [question: string, holds: string | null, not: string | null]> = {
  contact: ['Can I phone somebody?', 'Call us at 555 0142.', 'We open at ten.'],
  price: ['what does a service set me back', 'It costs sixty euros.', 'We repair bikes.'],
  duration: ['How long does a repair take?', 'It takes two working days.', 'We repair bikes.'],
  count: ['how many seats are there', 'The hall has 120 seats.', 'The hall has seats.'],
  hours: ['When do you close?', 'We close at 18:00.', 'The shop is large.'],
  size: ['How big are the lockers?', 'A locker is 40 cm wide.', 'Lockers cost €6 a month.'],
  year: ['When was it built?', 'It was built in 1871.', 'It is built of wood.'],
  time: ['When is the next tour?', 'Tours are on Monday at noon.', 'Tours begin in the hall.'],
  address: ["What's your address?", 'We are at 14 Harbour Street.', 'We are near the sea.'],
  place: ['Where do I leave my bag?', 'Bags go into the lockers beside the door.', 'Bags cost ten euros.'],
  person: ['Who painted it?', 'It was painted by Johanna Lindqvist.', 'it was painted long ago.'],
  method: ['How do I export my data?', 'Choose Reports and press Export.', 'Data are safe.'],
  whether: ['Is there a lift?', null, null],
  other: ['amex', null, null],
};

test('each kind of question finds the sentence with such a fact', () => {
  for (const kind of QUESTION_KINDS) {
    const [question, answering, not] = KINDS[kind];
    assert.equal(questionKind(question), kind, question);
    if (answering === null) assert.equal(holdsKind(kind, 'Anything.'), null);
    else assert.deepEqual([holdsKind(kind, answering), holdsKind(kind, not!)], [true, false], question);
  }
});

test('days of the week: single days, ranges around the week, and words for several days', () => {
  const days = (text: string) => [...weekDays(text)].sort((a, b) => a - b);
  assert.deepEqual(days('on mondays'), [0]);
  assert.deepEqual(days('Tuesday to Friday'), [1, 2, 3, 4]);
  assert.deepEqual(days('Sat–Mon'), [0, 5, 6]);
  assert.deepEqual(days('weekends and Wednesday'), [2, 5, 6]);
  assert.deepEqual(days('weekdays'), [0, 1, 2, 3, 4]);
  assert.deepEqual(days('daily').length, 7);
  assert.deepEqual(days('The sunset is at the monastery.'), []);
});

test('polite phrases are removed from a question, and abbreviations are expanded', () => {
  assert.equal(bareQuestion('um hi could you tell me where u are'), 'where you are');
  assert.equal(bareQuestion('forgot pw'), 'forgot password');
  assert.equal(bareQuestion('please'), 'please');
});

test('a follow-up is read with the previous question; a complete question is not', () => {
  const previousTurn = { question: 'How much is the tour?', answer: 'Four euros.' };
  for (const question of [
    'and on Sunday?',
    'how long is it?',
    'for children?',
    'what about groups',
    'And how do I book that?',
    'tell me more about it',
  ]) {
    assert.match(completeQuestion(question, previousTurn) ?? '', /how much is the tour/i, question);
  }
  for (const question of [
    'Who was Napoleon?',
    'Which secret word?',
    'Where is the nearest tram stop?',
    'Do you sell gift vouchers in the shop?',
    'Tell me a joke about submarines',
    'Sing a song',
  ])
    assert.equal(completeQuestion(question, previousTurn), null, question);
  assert.equal(completeQuestion('and on Sunday?', undefined), null);
});

const TALK: Record<SmallTalk, string[]> = {
  greeting: ['Hi there!', 'good morning', 'how are you today?'],
  thanks: ['thanks a lot', 'ok great thank you', 'That was very helpful, thanks!'],
  goodbye: ['bye then', "that's all for today"],
  yes: ['yes', 'Yeah, sure.', 'I see', 'go on please'],
  no: ['no', 'no thanks', 'Nope, nothing else.'],
  person: [
    'Can I talk to a real person?',
    'human please',
    'put me through to somebody',
    'id rather speak to a human pls',
    'Is there anyone I can talk to?',
    'Can somebody call me back?',
    'transfer me to customer service',
    'I want a person, not a robot',
    'let me speak to your manager',
  ],
  identity: ['Are you a robot?', 'who are you', "what's your name?"],
  ability: ['What can you do?', 'help', 'what can I ask you?'],
  repeat: ['Pardon?', 'say that again please', "sorry I didn't catch that"],
  apology: ['You are useless!', 'that is wrong'],
  confused: ["I don't understand", 'what do you mean?'],
};

test('small talk of every kind is recognised, and questions for the documents are not small talk', () => {
  for (const kind of SMALL_TALK_KINDS)
    for (const line of TALK[kind]) assert.equal(smallTalk(line), kind, line);
  for (const line of [
    'When are you open?',
    'thank you cards',
    'Who are your doctors?',
    'How do I say goodbye to a plan?',
    'Is the robot hoover repaired here?',
    'ok where is it',
    'My tire has a hole, can you help?',
    'I need someone to fix my bike',
    'Do I need to speak to the staff before swimming?',
    'Do I have to talk to a manager to cancel?',
    'What can you do about moss in a lawn?',
    'What can you tell me about gift vouchers?',
    'Who are you insured with?',
    'My boiler leaks, can somebody come?',
    'Can I speak German with the guides?',
    'Can I give my ticket to another person?',
    'Can I get an agent discount?',
    'Can somebody pick me up at the station?',
    'I want to give a voucher to someone',
    'It is bad weather, are you open?',
    'How do you help beginners?',
    "I'm lost, where is the entrance?",
  ]) {
    assert.equal(smallTalk(line), null, line);
  }
});

test('a line that only asks, without a subject, continues the previous question', () => {
  const previousTurn = { question: 'is there yoga', answer: 'Yes.' };
  assert.equal(completeQuestion('how much', previousTurn), 'how much is there yoga');
  assert.equal(completeQuestion('who do I ask?', previousTurn), 'who do I ask? is there yoga');
  assert.equal(completeQuestion('how much is a mat', previousTurn), null);
  const parsedQuestion = readQuestion('what time does it start how much is there yoga', null, {
    ownLine: 'how much\nwhat time does it start',
  });
  assert.equal(parsedQuestion.kind, 'hours');
});

test('ages in a list after people are those of each', () => {
  const ages = (text: string) => peopleIn(text).persons.map(({ count, age }) => [count, age && age / 12]);
  assert.deepEqual(ages('two adults and three kids, 4, 6 and 12'), [
    [2, null],
    [1, 4],
    [1, 6],
    [1, 12],
  ]);
  assert.deepEqual(ages('two kids, 3 hours and 4 bikes'), [[2, null]]);
});

/** The types of values that questions ask for, and answers with and without them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lackingType } from '../../../src/agent/knowledge/asked-value.ts';

const LACKING: readonly (readonly [question: string, answer: string, type: string])[] = [
  ['who built the hall', 'The hall was built in 1926 and got its new roof in 2019.', 'person'],
  ['who runs the youth team', 'The youth team trains on Mondays.', 'person'],
  ['how old do you have to be for the rides', 'Pony rides, paddock (£3 a ride, up to 50 kg).', 'age'],
  ['how long is the winter concert', 'The winter concert is on 11 December at 18:00.', 'length'],
  ['how long does the tea train take', 'Book at least two days before.', 'length'],
  ['when does the mystery evening finish', 'The mystery evening is on 13 June.', 'end'],
  ['how much is a charge', 'You can charge a battery beside the desk.', 'amount'],
  ['how much does the cake cost', 'The cake is baked by a neighbour.', 'amount'],
  ['where is the summer concert', 'The summer concert takes place on 2 July at 18:00.', 'place'],
  ['what day is the class', 'The class runs every autumn.', 'day'],
  ['what time is she there', 'She is here on Mondays.', 'clock time'],
  ['how high is the viaduct', 'The viaduct was painted green.', 'measure'],
  ['how many coaches does it have', 'The coaches are green.', 'count'],
  ['error E555 meaning', 'Error E201: somebody changed the counter.', 'code'],
  ['how much is the club per lesson', 'The club costs £82 per term.', 'unit'],
  ['which stylist is the cheapest', 'Ida is the founder.', 'extreme'],
  ['what are the alpacas called', 'The alpacas are in the top field.', 'name'],
  ['which brand are the skis', 'The skis are waxed every evening.', 'name'],
];

test('an answer without the type of value that the question asks for is recognised', () => {
  for (const [question, answer, type] of LACKING) assert.equal(lackingType(question, answer), type, question);
});

const HOLDING: readonly (readonly [question: string, answer: string])[] = [
  ['who built the hall', 'The hall was built by Elspeth Cairns.'],
  ['who gets it cheaper', 'Students pay half.'],
  ['who do I ask about the choir', 'Call 01632 960 267.'],
  ['how old must she be', 'From the age of six.'],
  ['how old is the mill', 'The mill was built in 1874.'],
  ['how long is the line', 'It is 5 miles long.'],
  ['how long does waxing take', 'While you wait.'],
  ['when does the evening finish', 'The evening is from 19:00 to 22:00.'],
  ['how much is it', 'It is free.'],
  ['how much is an adult ticket', 'Adults pay £12.50.'],
  ['how much notice do we have to give', 'Give us eight weeks in writing.'],
  ['where is the concert', "The concert is on 11 December in St Anne's Hall."],
  ['where can I buy tickets', 'Tickets are sold online until 18:00.'],
  ['what time do you open', 'The doors open half an hour before the film.'],
  ['how many people fit in', 'The mill seats eighty.'],
  ['what is the longest massage', 'Massage, long: £59, 60 minutes.'],
  ['how much is it per hour', 'The hall costs £14 per hour.'],
  ['do you have lockers', 'Lockers are beside the door.'],
];

test('an answer with the type of value lacks nothing', () => {
  for (const [question, answer] of HOLDING) assert.equal(lackingType(question, answer), null, question);
});

test('a row needs no currency symbol for an amount, and its heading does not count as a person', () => {
  assert.equal(lackingType('who does the waxing', 'Service, Waxing: Price 15', true), 'person');
  assert.equal(lackingType('how much is a sledge', 'Sledge: 1 day 8', true), null);
});

/** The facts of a PAL answer questions in every language, and leave other questions to the documents. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { LOCALES } from '@palkit/contract/locales/all';
import { PalFacts } from '../../src/contract/pal-facts.ts';
import { CalendarNames, normaliseText } from '../../src/agent/facts/calendar-names.ts';
import { FactAnswers } from '../../src/agent/facts/fact-answers.ts';
import { FACT_LANGUAGES, factWords } from '../../src/agent/facts/fact-words.ts';
import { Knowledge } from '../../src/agent/knowledge/knowledge.ts';
import { DocumentResponder } from '../../src/agent/replies/document-responder.ts';
import { ManualClock } from '../../src/runtime/clock.ts';

const FACTS = PalFacts.parse({
  opening_hours: {
    regular: [
      { days: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'], opens: '09:00', closes: '18:00' },
      { days: ['saturday'], opens: '10:00', closes: '14:00' },
      { days: ['saturday'], opens: '20:00', closes: '02:00' },
    ],
    holidays: [
      { name: 'Christmas', from: '2026-12-25', to: '2026-12-26' },
      { name: 'New Year’s Eve', from: '2026-12-31', hours: [{ opens: '09:00', closes: '12:00' }] },
    ],
  },
  telephone: '01632 960123',
  email: 'hello@shop.example',
  address: '3 Mill Lane, Ashford',
  prices: [
    { name: 'Day ticket', price: '€9' },
    { name: 'Evening ticket', price: '€6' },
    { name: 'Bike hire', price: '€15 a day' },
  ],
});
/** In summer, Vienna is two hours ahead of UTC. */
const THURSDAY_NOON = Date.parse('2026-08-27T10:00:00Z');

function answers(now = THURSDAY_NOON, facts = FACTS) {
  return new FactAnswers(facts, { clock: new ManualClock(now), zone: 'Europe/Vienna' });
}
const answerTo = (question: string, language = 'en-GB', now = THURSDAY_NOON, previousLine?: string) =>
  answers(now).answer(question, language, previousLine === undefined ? [] : [previousLine])?.text ?? null;

describe('opening hours in English', () => {
  const rows: [question: string, said: string | null, now?: string][] = [
    [
      'What are your opening hours?',
      'Monday to Friday: 09:00–18:00; Saturday: 10:00–14:00, 20:00–02:00; Sunday: closed.',
    ],
    [
      'When are you open?',
      'Monday to Friday: 09:00–18:00; Saturday: 10:00–14:00, 20:00–02:00; Sunday: closed.',
    ],
    ['How late are you open today?', 'We are open today from 09:00 to 18:00.'],
    ['Are you open tomorrow?', 'Yes. We are open tomorrow from 09:00 to 18:00.'],
    ['Are you open on Sunday?', 'No. We are closed on Sunday.'],
    ['is the shop closed on sundays', 'Yes. We are closed on Sunday.'],
    ['When do you open on Saturday?', 'We are open on Saturday from 10:00 to 14:00 and from 20:00 to 02:00.'],
    [
      'Are you open at the weekend?',
      'We are open on Saturday from 10:00 to 14:00 and from 20:00 to 02:00. We are closed on Sunday.',
    ],
    ['Are you open now?', 'Yes, we are open until 18:00.'],
    ['Are you open?', 'No, we are closed now. We open tomorrow at 09:00.', '2026-08-27T17:00:00Z'],
    ['Are you closed?', 'Yes, we are closed now. We open today at 09:00.', '2026-08-27T05:00:00Z'],
    // It is one o'clock on Sunday, and the opening hours of Saturday night still apply.
    ['Are you still open?', 'Yes, we are open until 02:00.', '2026-08-29T23:00:00Z'],
    ['Are you open at Christmas?', 'No. We are closed on Friday, 25 December (Christmas).'],
    ['Are you open on Boxing Day?', 'No. We are closed on Saturday 26 December (Christmas).'],
    [
      'Are you open on Easter Monday?',
      'We are open on Monday 29 March from 09:00 to 18:00. These are the usual hours; ' +
        'I know of no others for that holiday.',
    ],
    ['Are you open on 26 December?', 'No. We are closed on Saturday 26 December (Christmas).'],
    [
      'What are your hours on December 31st?',
      'We are open on Thursday 31 December from 09:00 to 12:00 (New Year’s Eve).',
    ],
    ['Are you open today?', 'No. We are closed today (Christmas).', '2026-12-25T11:00:00Z'],
    // The day depends on the time zone, in which it is already Friday.
    [
      'Are you open tomorrow?',
      'Yes. We are open tomorrow from 10:00 to 14:00 and from 20:00 to 02:00.',
      '2026-08-27T22:30:00Z',
    ],
    ['When does the pool open?', null],
    ['When is the restaurant on the first floor open for lunch?', null],
    ['How do I open the box?', null],
    ['How do I open a business?', null],
    ['What happens on Sunday?', null],
  ];
  for (const [question, text, now] of rows)
    test(`${question}${now ? ` At ${now}` : ''}`, () => {
      const answer = answerTo(question, 'en-GB', now ? Date.parse(now) : undefined);
      assert.equal(
        answer?.replace(/(\p{L}+day),/gu, '$1') ?? null,
        text?.replace(/(\p{L}+day),/gu, '$1') ?? null,
      );
    });

  test('a question about another subject is left to the documents', () => {
    assert.equal(answerTo('Is it open on Sunday?', 'en-GB', THURSDAY_NOON, 'Where is the pool?'), null);
    assert.notEqual(answerTo('Is it open on Sunday?', 'en-GB', THURSDAY_NOON, 'Hello!'), null);
  });

  test('a day after a question about hours asks for its hours', () => {
    assert.equal(
      answerTo('And on Sunday?', 'en-GB', THURSDAY_NOON, 'Are you open tomorrow?'),
      'We are closed on Sunday.',
    );
    assert.equal(answerTo('And on Sunday?', 'en-GB', THURSDAY_NOON, 'What is for lunch?'), null);
  });
});

describe('other facts', () => {
  const rows: [string, string | null][] = [
    ['What is your phone number?', 'Telephone: 01632 960123.'],
    ['Can I call you?', 'Telephone: 01632 960123.'],
    ['What is your email address?', 'E-mail: hello@shop.example.'],
    ['How can I reach you?', 'Telephone: 01632 960123. E-mail: hello@shop.example.'],
    ['Where are you?', 'Address: 3 Mill Lane, Ashford.'],
    ["What's your address?", 'Address: 3 Mill Lane, Ashford.'],
    ['How much is a day ticket?', 'Day ticket: €9.'],
    ['What do tickets cost?', 'Day ticket: €9; Evening ticket: €6.'],
    ['What are your prices?', 'Day ticket: €9; Evening ticket: €6; Bike hire: €15 a day.'],
    ['How much is a day ticket for dogs?', null],
    ['How much is it?', null],
    ['Where can I park?', null],
    ['What is the phone number of the police?', null],
    ['Who was Ada Lovelace?', null],
    ['', null],
  ];
  for (const [question, text] of rows)
    test(question || 'nothing', () => assert.equal(answerTo(question), text));

  test('facts that the owner leaves out are left to the documents', () => {
    const few = answers(THURSDAY_NOON, PalFacts.parse({ telephone: '1' }));
    for (const question of [
      'When are you open?',
      'Where are you?',
      'What is your e-mail?',
      'What are your prices?',
    ])
      assert.equal(few.answer(question), null, question);
    assert.equal(answers(THURSDAY_NOON, PalFacts.parse({})).contact(), null);
  });
});

describe('other languages', () => {
  const rows: [language: string, question: string, said: string | null][] = [
    ['de', 'Habt ihr heute offen?', 'Heute: 09:00–18:00 Uhr.'],
    ['de', 'Wann haben Sie am Sonntag geöffnet?', 'Sonntag: geschlossen.'],
    ['de', 'Seid ihr am 25. Dezember offen?', 'Freitag, 25. Dezember: geschlossen (Christmas).'],
    ['de', 'Wie ist Ihre Telefonnummer?', 'Telefon: 01632 960123.'],
    ['de', 'Wann öffnet das Schwimmbad?', null],
    ['fr', 'Êtes-vous ouverts demain ?', 'Demain: 09:00 – 18:00.'],
    ['fr', 'Quelle est votre adresse ?', 'Adresse: 3 Mill Lane, Ashford.'],
    ['es', '¿A qué hora abren el domingo?', 'Domingo: cerrado.'],
    ['pl', 'Czy jesteście otwarci w niedzielę?', 'Niedziela: zamknięte.'],
    ['ru', 'Вы открыты в субботу?', 'Суббота: 10:00–14:00, 20:00–02:00.'],
    ['ja', '日曜日は営業していますか', '日曜日: 休業.'],
    ['zh', '你们今天几点关门？', '今天: 09:00–18:00.'],
    ['ar', 'ما هو رقم الهاتف؟', 'الهاتف: 01632 960123.'],
  ];
  const spaces = (text: string | null) => text?.replace(/[\u2009\u202f\u00a0]/g, ' ') ?? null;
  for (const [language, question, text] of rows)
    test(`${language}: ${question}`, () => assert.equal(spaces(answerTo(question, language)), text));

  test('every language has the words for facts, and answers for today and for a closed day', () => {
    assert.deepEqual([...FACT_LANGUAGES].sort(), Object.keys(LOCALES).sort());
    for (const language of FACT_LANGUAGES) {
      const words = factWords(language);
      const names = new CalendarNames(language);
      const today = names.relative('2026-08-27', '2026-08-27')!;
      const open = answerTo(`${words.hours[0]} ${today}?`, language);
      assert.ok(
        open?.toLowerCase().includes(today.toLowerCase()) || language === 'en',
        `${language}: ${open}`,
      );
      const closedAnswer = answerTo(`${words.hours[0]} ${names.weekDay(6)}?`, language);
      assert.ok(closedAnswer?.includes(words.closedText), `${language}: ${closedAnswer}`);
      const telephone = answerTo(`${words.telephone[0]}?`, language);
      assert.ok(telephone?.includes('01632 960123'), `${language}: ${telephone}`);
      const address = answerTo(`${words.address[0]}?`, language);
      assert.ok(address?.includes('3 Mill Lane'), `${language}: ${address}`);
    }
  });

  test('an unknown tag is answered in English', () => {
    assert.equal(answerTo('telephone?', 'tlh'), 'Telephone: 01632 960123.');
  });
});

test('facts come before documents, and a telephone number before one in the documents', async () => {
  const knowledge = new Knowledge([
    {
      document_id: 'd',
      name: 'Old',
      content: '# Opening hours\n\nWe open at six on Sunday.\n\nPhone us at 0999 123456.',
    },
  ]);
  const responder = new DocumentResponder('Ada', knowledge, { language: () => 'en-GB', facts: answers() });
  const say = async (question: string) => {
    const { signal } = new AbortController();
    let text = '';
    for await (const chunk of responder.think(question, { history: [], canvas: null, signal }))
      if ('text' in chunk) text += chunk.text;
    return text;
  };
  assert.equal(await say('Are you open on Sunday?'), 'No. We are closed on Sunday.');
  assert.match(await say('I want to talk to a human'), /01632 960123/);
});

test('a model gets the facts with the hours of today and tomorrow', () => {
  const text = answers(Date.parse('2026-12-24T10:00:00Z')).text();
  for (const line of [
    /^Opening hours \(Europe\/Vienna\): Monday to Friday: 09:00–18:00;/m,
    /^Today: 09:00–18:00\.$/m,
    /^Tomorrow: closed \(Christmas\)\.$/m,
    /^Christmas, 2026-12-25 to 2026-12-26: closed$/m,
    /^Telephone: 01632 960123$/m,
    /^Price, Day ticket: €9$/m,
  ])
    assert.match(text, line);
});

test('a fact in free words precedes a document that matches equally well', async () => {
  const text = 'The lift is broken until Friday.';
  const knowledge = new Knowledge([
    { document_id: 'd', name: 'Guide', content: 'The lift is broken until Monday.' },
    { document_id: 'fact:0', name: 'Facts', content: text, remembered: true },
  ]);
  const answer = await knowledge.answer('Is the lift broken?');
  assert.equal(answer!.text, text);
});

test('names are compared without accents, and Hangul stays whole', () => {
  assert.equal(normaliseText('Öffnungszeiten', 'de'), 'offnungszeiten');
  assert.equal(normaliseText('영업', 'ko'), '영업');
});

describe('an answer of the owner', () => {
  const facts = PalFacts.parse({
    prices: [{ name: 'Day ticket', price: '€9' }],
    lines: [
      'How much is a lesson for my 6 year old? 16.75 euros in a group of five.',
      'Where can I park? Behind the house.',
      'What does a day ticket cost? Nine euros, and children swim free.',
      'Was kostet eine Stunde? Zwölf Euro.',
      'Do I need a towel? Yes, please bring one.',
      'Dogs have to stay outside.',
    ],
  });
  const rows: [question: string, said: string | null][] = [
    ['how much is a lesson for my 6 year old', '16.75 euros in a group of five.'],
    ['How much are lessons for a 6 year old?', '16.75 euros in a group of five.'],
    ['How much is a lesson for my 7 year old?', null],
    ['where can i park???', 'Behind the house.'],
    ['When can I park?', null],
    ['do i need towels', 'Yes, please bring one.'],
    ['Do you have a towel?', null],
    ['Do you need a towel?', null],
    ['What does the day ticket cost?', 'Nine euros, and children swim free.'],
    ['Was kostet eine Stunde?', 'Zwölf Euro.'],
    ['Dogs have to stay outside?', null],
    ['?', null],
    ['', null],
  ];
  for (const [question, text] of rows)
    test(`${question || 'nothing'} → ${text ?? 'the documents'}`, () => {
      assert.equal(answers(THURSDAY_NOON, facts).answer(question)?.text ?? null, text);
    });
});

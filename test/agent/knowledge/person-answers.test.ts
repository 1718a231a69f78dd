/** Questions about a member of a team are answered from documents that describe each person below a heading. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { composeAnswer } from '../../../src/agent/knowledge/composing.ts';
import { personFirst } from '../../../src/agent/knowledge/person-answers.ts';
import { personOfHeading } from '../../../src/agent/knowledge/person-heading.ts';
import { rank, readQuestion } from '../../../src/agent/knowledge/ranking.ts';
import { sentenceTable } from '../../../src/agent/knowledge/sentence-table.ts';

const SITE =
  '# Our teachers\n\n## Oona Tarrant\n\nFounder and head teacher. Swam the Channel in 2004.\n\n' +
  '## Davit Kerr\n\nAdults and open water. Speaks English, Polish and a little Welsh.\n\n' +
  '## Bea Oyelaran\n\nBabies and toddlers. A midwife before she came to us. Here on Tuesday and Friday.\n\n' +
  '# Courses\n\n## Private Lessons\n\nBabies and adults learn one to one with a teacher of ours. ' +
  'Checks of ears are on Thursdays, when Dr Umber is here.\n';

async function answer(question: string): Promise<string | null> {
  const { sentences } = sentenceTable([{ document_id: 'd', name: 'Site', content: SITE }]);
  const parsedQuestion = readQuestion(question, null, {});
  const rankedSentences = personFirst(
    parsedQuestion,
    await rank(parsedQuestion, sentences, { rarity: () => 0.5 }),
  );
  return rankedSentences[0]!.tableText === undefined && rankedSentences[0]!.opening === undefined
    ? null
    : composeAnswer(rankedSentences, parsedQuestion).text;
}

describe('members of a team', () => {
  const rows: [question: string, text: string | null][] = [
    ['who teaches the babies?', 'Bea Oyelaran: Babies and toddlers.'],
    ['who runs the class for babies?', 'Bea Oyelaran: Babies and toddlers.'],
    ['Who teaches adults?', 'Davit Kerr: Adults and open water.'],
    ['who is the head teacher', 'Oona Tarrant: Founder and head teacher.'],
    ['who speaks polish?', 'Davit Kerr: Speaks English, Polish and a little Welsh.'],
    ['who teaches water polo?', null],
    ['is Bea in on mondays?', 'No. Bea Oyelaran: Here on Tuesday and Friday.'],
    ['can i see bea oyelaran on friday', 'Yes. Bea Oyelaran: Here on Tuesday and Friday.'],
    ['which days is bea there', 'Bea Oyelaran: Here on Tuesday and Friday.'],
    ['is dr umber in on friday', 'No. Checks of ears are on Thursdays, when Dr Umber is here.'],
    ['is dr cole in on friday', null],
    ['is Davit there on mondays?', null],
    ['who won the world cup?', null],
    ['who teaches?', null],
    ['when do you teach babies?', null],
  ];
  for (const [question, text] of rows)
    test(`${question} → ${text ?? 'no certain person'}`, async () => {
      assert.equal(await answer(question), text);
    });
});

test('a heading is a name only below a heading for people', () => {
  assert.equal(personOfHeading(['Our teachers', 'Dr. Ana de Souza-Lima']), 'Dr. Ana de Souza-Lima');
  assert.equal(personOfHeading(['Site', 'Meet the team', 'Jo O’Neil']), 'Jo O’Neil');
  for (const headings of [
    [],
    ['Bea Oyelaran'],
    ['Courses', 'Private Lessons'],
    ['Our team', 'Our Staff'],
    ['Our team', 'opening hours'],
    ['Our team', `${'A'.repeat(50_000)} ${'B'.repeat(50_000)}`],
  ])
    assert.equal(personOfHeading(headings), null, String(headings).slice(0, 40));
});

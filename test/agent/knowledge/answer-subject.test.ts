/** The subject of an answer replaces the pronoun of the next question. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { subjectIn, subjectsNamed, withSubject } from '../../../src/agent/knowledge/answer-subject.ts';
import { sentenceTable } from '../../../src/agent/knowledge/sentence-table.ts';

const TEXT = `# Observatory

## Our team

### Nadia Ferrant

Shows the large telescope on Friday and Saturday.

## Evenings

| Evening | Length | Price |
| --- | --- | --- |
| Moon walk | 2 hours | €9 |
| Comet hour | 75 minutes | €6 |

## Opening hours

From Tuesday to Sunday we are open until midnight.

## Dome seats

The seats in the dome lie back and turn.
`;
const { sentences } = sentenceTable([{ document_id: 'd', name: 'Observatory', content: TEXT }]);

describe('the subject of an answer', () => {
  test('is the row, the person or the thing that the answer is about', () => {
    const row = subjectIn('Evenings, Moon walk: Price €9.', sentences);
    assert.deepEqual([row?.name, row?.isPerson, row?.isRow], ['Moon walk', false, true]);
    const person = subjectIn('Nadia Ferrant: Shows the large telescope on Friday and Saturday.', sentences);
    assert.deepEqual([person?.name, person?.isPerson, person?.isRow], ['Nadia Ferrant', true, false]);
    assert.equal(subjectIn('The seats in the dome lie back and turn.', sentences)?.name, 'Dome seats');
  });

  test('is unknown for several rows and for a heading that does not name a thing', () => {
    assert.equal(subjectIn('Moon walk: Price €9. Comet hour: Price €6.', sentences), null);
    assert.equal(subjectIn('From Tuesday to Sunday we are open until midnight.', sentences), null);
    assert.equal(subjectIn('Hello!', sentences), null);
  });

  test('is the one of several rows that the question names', () => {
    const answer = 'Moon walk: Price €9. Comet hour: Price €6.';
    assert.equal(subjectIn(answer, sentences, 'how much is the comet hour')?.name, 'Comet hour');
  });

  test('is the common beginning of the names of several rows', () => {
    const text =
      '# Museum\n\n| Course | Fee |\n| --- | --- |\n| Pottery for all | €9 |\n| Pottery, large | €12 |\n';
    const { sentences: rows } = sentenceTable([{ document_id: 'd', name: 'Museum', content: text }]);
    assert.equal(subjectIn('Pottery for all: Fee €9. Pottery, large: Fee €12.', rows)?.name, 'Pottery');
  });

  test('is a name that the visitor said completely', () => {
    const namesIn = (line: string) => subjectsNamed(line, sentences).map(({ name }) => name);
    assert.deepEqual(namesIn('is the comet hour on friday'), ['Comet hour']);
    assert.deepEqual(namesIn('is there a comet'), []);
  });

  test('replaces a pronoun', () => {
    const walk = { name: 'Moon walk', isPerson: false };
    assert.equal(withSubject('and how long is it', walk), 'and how long is Moon walk');
    assert.equal(withSubject('how much is that one?', walk), 'how much is Moon walk?');
    assert.equal(withSubject('is she there on mondays', walk), null);
    const nadia = { name: 'Nadia Ferrant', isPerson: true };
    assert.equal(withSubject('which days is she in', nadia), 'which days is Nadia Ferrant in');
    assert.equal(withSubject('how much is it', nadia), null);
  });

  test('does not replace "it" without a meaning, or "that" as a conjunction', () => {
    const walk = { name: 'Moon walk', isPerson: false };
    for (const line of ['is it possible to pay by card', 'do you have a room that is warm', "it's raining"])
      assert.equal(withSubject(line, walk), null, line);
  });
});

/** Answers "Who teaches the babies?" with the team member whose text matches all words of the question. Pure. */
import { personOfHeading } from './person-heading.ts';
import type { RankedSentence, ReadQuestion } from './ranking.ts';
import { hasWord, isGeneric } from './table-words.ts';
import { contentWords } from './words.ts';

/** Words for the relation between a person and a task, and for the team itself. */
const TASK_WORDS = contentWords(
  'teach teaches teacher runs run leads lead looks look after cares care responsible charge works work does trains ' +
    'coach coaches instructs guides handles manages organises owns teaching class ' +
    'course lesson session good best expert specialist there person people someone somebody',
);

/** If exactly one person matches, moves the sentence about them to the front; otherwise the ranking is unchanged. */
export function personFirst(question: ReadQuestion, rankedSentences: RankedSentence[]): RankedSentence[] {
  if (question.kind !== 'person') return rankedSentences;
  const words = [...question.words].filter((word) => !TASK_WORDS.has(word) && !isGeneric(word));
  if (words.length === 0) return rankedSentences;
  const fitting = new Map<string, { name: string; best: RankedSentence }>();
  for (const each of rankedSentences) {
    const { block, words: own, section } = each.sentence;
    const name = personOfHeading(block.headings);
    if (name && !fitting.has(section) && words.every((word) => hasWord(own, word)))
      fitting.set(section, { name, best: each });
  }
  const [only, another] = fitting.values();
  if (!only || another) return rankedSentences;
  const { name, best } = only;
  return [
    { ...best, tableText: `${name}: ${best.sentence.text}` },
    ...rankedSentences.filter((each) => each !== best),
  ];
}

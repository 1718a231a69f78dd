/** "Who teaches the babies?" is answered by the person of a team whose text has all that the question names. Pure. */
import { personOfHeading } from './person-heading.ts';
import type { Ranked, ReadQuestion } from './ranking.ts';
import { hasWord, isGeneric } from './table-words.ts';
import { contentWords } from './words.ts';

/** Words that tell how somebody has to do with a thing, and those of a team itself. */
const DOES = contentWords(
  'teach teaches teacher runs run leads lead looks look after cares care responsible charge works work does trains ' +
    'coach coaches instructs guides handles manages organises owns teaching there person people someone somebody',
);

/** The ranking with the one person first who is surely asked for, and what is said of them; else as it was. */
export function personFirst(question: ReadQuestion, ranked: Ranked[]): Ranked[] {
  if (question.kind !== 'person') return ranked;
  const words = [...question.words].filter((word) => !DOES.has(word) && !isGeneric(word));
  if (words.length === 0) return ranked;
  const fitting = new Map<string, { name: string; best: Ranked }>();
  for (const each of ranked) {
    const { block, words: own, section } = each.sentence;
    const name = personOfHeading(block.headings);
    if (name && !fitting.has(section) && words.every((word) => hasWord(own, word)))
      fitting.set(section, { name, best: each });
  }
  const [only, another] = fitting.values();
  if (!only || another) return ranked;
  const { name, best } = only;
  return [
    { ...best, tableText: `${name}: ${best.sentence.text}` },
    ...ranked.filter((each) => each !== best),
  ];
}

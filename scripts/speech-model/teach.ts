/**
 * Makes the embedded recogniser's language model: what its publisher's expects, mixed with what visitors ask.
 *
 *   node --import tsx scripts/speech-model/teach.ts ORIGINAL/graph/Gr.fst SOURCES Gr.fst
 *
 * README.md says where the first two come from.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { mix } from './mixture.ts';
import { readNgramModel, writeNgramModel } from './ngram-fst.ts';
import { sentencesFrom } from './sentences.ts';

const MIXING = { share: 0.6, half: 1, least: 2 };

const [original, sources, output] = process.argv.slice(2);
if (!original || !sources || !output) throw new Error('usage: teach.ts ORIGINAL/graph/Gr.fst SOURCES Gr.fst');
const model = readNgramModel(readFileSync(original));
const said = sentencesFrom(sources);
// Its words are fixed: a sentence with another one teaches nothing.
const known = said
  .map((words) => words.map((word) => model.symbols.get(word)))
  .filter((numbers): numbers is number[] => numbers.every((number) => number !== undefined));
writeFileSync(output, writeNgramModel(mix(model, known, MIXING)));
console.log(`${output}: taught with ${known.length} of ${said.length} sentences`);

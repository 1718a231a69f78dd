/**
 * Builds the language model of the embedded recogniser: the publisher's model, adapted to visitors' questions.
 *
 *   node --import tsx scripts/speech-model/teach.ts ORIGINAL/graph/Gr.fst SOURCES Gr.fst
 *
 * README.md explains where to get the first two.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { mix } from './mixture.ts';
import { readNgramModel, writeNgramModel } from './ngram-fst.ts';
import { sentencesFrom } from './sentences.ts';

const MIXING = { share: 0.6, half: 1, least: 2 };

const [original, sources, output] = process.argv.slice(2);
if (!original || !sources || !output) throw new Error('usage: teach.ts ORIGINAL/graph/Gr.fst SOURCES Gr.fst');
const model = readNgramModel(readFileSync(original));
const sentences = sentencesFrom(sources);
// The vocabulary is fixed, so sentences with unknown words are skipped.
const encodedSentences = sentences
  .map((words) => words.map((word) => model.symbols.get(word)))
  .filter((numbers): numbers is number[] => numbers.every((number) => number !== undefined));
writeFileSync(output, writeNgramModel(mix(model, encodedSentences, MIXING)));
console.log(`${output}: taught with ${encodedSentences.length} of ${sentences.length} sentences`);

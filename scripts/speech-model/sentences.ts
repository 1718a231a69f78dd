/** Reads sentences of visitors as spoken words, from the sources listed in README.md. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { spokenWords } from '../../src/agent/speech/reading/spoken-words.ts';
import { PATTERNS } from '../../src/agent/language/question-patterns.ts';
import { WORLDS } from '../../bench/forty-questions.ts';
import { readTexts } from '../training-texts.ts';

const Knowledge = z.record(
  z.string(),
  z.record(z.string(), z.object({ docs: z.record(z.string(), z.object({ title: z.string() })) })),
);
/** Weight of phrases that occur in every call but only once in the texts. */
const COMMON_PHRASE_REPEATS = 100;

/** Returns sentences as lists of words. `sources` is the folder with the clones listed in README.md. */
export function sentencesFrom(sources: string): string[][] {
  const json = (path: string): unknown => JSON.parse(readFileSync(join(sources, path), 'utf8'));
  const questions = ['data', 'data_eval'].flatMap((folder) =>
    Object.values(Knowledge.parse(json(`alexa-with-dstc9-track1-dataset/${folder}/knowledge.json`)))
      .flatMap((entities) => Object.values(entities))
      .flatMap(({ docs }) => Object.values(docs).map(({ title }) => title)),
  );
  const commonLines = PATTERNS.filter((line) => !line.includes('…'));
  const texts = [
    ...ownTexts(),
    ...new Set(questions),
    ...Array.from({ length: COMMON_PHRASE_REPEATS }, () => commonLines).flat(),
  ];
  const measuredQuestions = benchmarkQuestions();
  return texts
    .flatMap((text) => spokenWords(text.replace(/\b([ap])\.m\b\.?/gi, '$1 m')))
    .filter((words) => !measuredQuestions.has(words.join(' ')));
}

/**
 * Returns this project's texts: those of invented organisations with questions, and lines that visitors say aloud.
 */
function ownTexts(): string[] {
  // Keep the order of the archives, so that the result is reproducible: sums of rounded numbers depend on the order.
  const lines = (archive: string): string[] =>
    readTexts(join(import.meta.dirname, archive)).flatMap(({ text }) => text.split('\n'));
  const writtenSentences = lines('../sentence-model/texts.jsonl').flatMap(
    (line) => /^[^|#]*\| ?(.*)$/.exec(line)?.[1] ?? [],
  );
  return [...writtenSentences, ...lines('spoken.jsonl')];
}

/** Returns the questions of the benchmarks, which must not be used for training. */
function benchmarkQuestions(): Set<string> {
  const folder = join(import.meta.dirname, '../../bench/questions');
  const questions = readdirSync(folder)
    .filter((name) => /\.(?:held|tune)\.json$/.test(name))
    .flatMap((name) =>
      z
        .array(z.object({ question: z.string() }))
        .parse(JSON.parse(readFileSync(join(folder, name), 'utf8')))
        .map(({ question }) => question),
    );
  const allQuestions = [...questions, ...Object.values(WORLDS).flatMap((world) => world.questions)];
  return new Set(allQuestions.flatMap((question) => spokenWords(question)).map((words) => words.join(' ')));
}

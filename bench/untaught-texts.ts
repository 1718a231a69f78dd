/**
 * Texts of `scripts/sentence-model` on which the sentence model was not trained, with questions; they are used to fit
 * weights in addition to the sets of `bench`.
 */
import fs from 'node:fs';
import { readTexts } from '../scripts/training-texts.ts';
import type { Question } from './question.ts';

const FOLDER = 'scripts/sentence-model';

export function heldOutTexts(): { text: string; content: string; questions: Question[] }[] {
  const heldOut = new Set(fs.readFileSync(`${FOLDER}/untaught.txt`, 'utf8').trim().split('\n'));
  return readTexts(`${FOLDER}/texts.jsonl`)
    .filter(({ name }) => heldOut.has(name))
    .map(({ name, text }) => read(name, text));
}

/**
 * Converts a text to Markdown, in which rows become list items and other sentences paragraphs, and reads its
 * questions.
 */
function read(text: string, expectedText: string) {
  const [sentences = '', questionLines = ''] = expectedText.split(/^QUESTIONS$/m);
  const lines = new Map<string, string>();
  let heading = '';
  const headings = new Map<string, string>();
  const content = sentences
    .trim()
    .split('\n')
    .map((line) => {
      heading = /^## (.*)/.exec(line)?.[1] ?? heading;
      const [, number, sentence] = /^(\d+)\|\s*(.*)/.exec(line) ?? [];
      if (number === undefined || sentence === undefined) return `\n${line}\n`;
      const [first = '', ...cells] = sentence.split(/\s*\|\s*/);
      const textLine = cells.length > 0 ? `${first}: ${cells.join(', ')}` : sentence;
      lines.set(number, textLine);
      headings.set(number, heading);
      return cells.length > 0 ? `- ${textLine}` : textLine;
    })
    .join('\n');
  const questions = questionLines
    .trim()
    .split('\n')
    .map((line, index): Question => {
      const [, numbers = '', question = ''] = /^([\d, ]+|-)\|\s*(.*)/.exec(line) ?? [];
      const answers = numbers.match(/\d+/g) ?? [];
      return {
        id: `${text}-${index + 1}`,
        question,
        answerable: answers.length > 0,
        expect:
          answers.length > 0 ? [answers.map((number) => literalPattern(lines.get(number)!)).join('|')] : [],
        topics: [...new Set(answers.map((number) => headings.get(number)!))],
      };
    });
  return { text, content, questions };
}

/** Returns a pattern for a sentence within an answer, with or without its full stop. */
function literalPattern(sentence: string): string {
  return sentence.replace(/[.!?]+$/, '').replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

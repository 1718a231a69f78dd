/** Generates docs/measurements.md from the results of the benchmarks. */
import fs from 'node:fs';
import path from 'node:path';
import { RESULTS, Results } from '../bench/results.ts';

/** Returns the page. Each benchmark has one section, newest run first. */
export function measurementsPage(): string {
  const sections = fs
    .readdirSync(RESULTS)
    .sort()
    .map((file) => {
      const { about, runs } = Results.parse(JSON.parse(fs.readFileSync(path.join(RESULTS, file), 'utf8')));
      const texts = runs.map(({ date, machine, command, figures }) =>
        [
          `${date}, ${machine}: \`${command}\``,
          '',
          ...figures.map((figure) => `- ${escapeMarkdown(figure)}`),
        ].join('\n'),
      );
      return [`## ${path.basename(file, '.json')}`, '', about, '', texts.join('\n\n')].join('\n');
    });
  return `# Measurements

Written by \`npm run docs\` from \`bench/results/*.json\`, which the benches write with \`--record\`. Do not edit. \
Figures of other machines differ; their order does not.

${sections.join('\n\n')}
`;
}
/** Escapes a line of a benchmark, because it is text and not Markdown. */
const escapeMarkdown = (text: string) => text.replace(/[*_<>|[\]]/g, '\\$&');

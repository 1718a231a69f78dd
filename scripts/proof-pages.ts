/**
 * Generates docs/conformance.md and docs/accessibility.md from the claims of the tests. A complete test run fails if
 * a claim is not proven, so the pages do not contain the results of a run.
 */
import { BEYOND_TESTS, WHOLE_STORIES } from '../test/accessibility-judged.ts';
import { CRITERIA } from '../test/accessibility.ts';
import { CONFORMANCE } from '../test/conformance.ts';
import type { Claim } from './claims.ts';
import { table } from './markdown-table.ts';

/** The functions that generate the pages, by file. */
export const PROOF_PAGES: Readonly<Record<string, (claims: readonly Claim[]) => string>> = {
  'docs/conformance.md': conformance,
  'docs/accessibility.md': accessibility,
};

/** Formats the tests that proved a rule as Markdown. */
function provenBy(rule: string, claims: readonly Claim[]): string {
  return claims
    .filter((claim) => claim.rule === rule)
    .map(({ file, title }) => `\`${file}\`: ${title.replace(/\$\{[^}]*\}/g, '…')}`)
    .join('<br>');
}

function conformance(claims: readonly Claim[]): string {
  const sections = Object.entries(CONFORMANCE);
  const count = sections.flatMap(([, lines]) => Object.keys(lines)).length;
  return `# Conformance

Written by \`npm run docs\` from the tests' claims. Do not edit.

This page lists the ${count} lines of the interface specification, each with the tests that prove it. A comment \
directly above a test has the ids of the lines that it proves. "…" in a title stands for the rows of a table.
A whole run fails if such a test fails, is skipped or no longer exists, and if a line has no test.
${sections
  .map(
    ([section, lines]) => `
## ${section}

${table(
  ['id', 'line', 'proven by'],
  Object.entries(lines).map(([id, line]) => [id, line, provenBy(id, claims)]),
)}
`,
  )
  .join('')}`;
}

/** Describes who judges a criterion, and which of its aspects are not judged yet. */
function judgesText(number: string, claims: readonly Claim[]): string {
  const { eye, nobody } = BEYOND_TESTS[number] ?? {};
  const inStories = claims.some(({ rule, file }) => rule === `wcag-${number}` && file.startsWith('stories/'));
  const judges = [
    inStories ? 'tests, in twelve ways' : 'tests',
    eye && `developers: ${eye}`,
    nobody && `not judged: ${nobody}`,
  ];
  return judges.filter(Boolean).join('; ');
}

function accessibility(claims: readonly Claim[]): string {
  const metCriteria = CRITERIA.filter((criterion) => 'how' in criterion);
  return `# Accessibility

Written by \`npm run docs\` from \`test/accessibility.ts\` and the tests' claims. Do not edit.

The elements are built to meet WCAG 2.2, level AA. No independent audit has been made, and no user of assistive \
technology has tried them for us yet. The table has the ${CRITERIA.length} criteria of level A and AA: \
${metCriteria.length} with the way in which the elements meet them and the tests that would fail otherwise, and
${CRITERIA.length - metCriteria.length} with the reason why they do not apply.

Each story can be shown in twelve ways: in light, dark and forced colours, from left to right and from right to \
left, on a desktop and at 320 px. Each run checks every story with axe-core in one of the other ways in rotation, \
every fourth day also in the plain one (light, left to right, on a desktop), and with \`STORIES=all\` in all \
twelve: on ${WHOLE_STORIES.day}, with ${WHOLE_STORIES.stories} stories, it found nothing. In forced colours, \
which are the visitor's own, it does not check contrast.

The last column names the judges. Tests go through the stories in twelve ways, or check the elements as each test \
creates them. "Developers" means that the people who built the elements looked at pictures of every screen \
(\`npm run screens\`) on the given day. "Not judged" lists what nobody has judged yet.

${table(
  ['criterion', 'level', 'how', 'tests', 'judged by'],
  CRITERIA.map((criterion) => {
    const name = `${criterion.number} ${criterion.title}`;
    if ('absent' in criterion)
      return [name, criterion.level, `Does not apply. ${criterion.absent}`, '–', '–'];
    const tests = provenBy(`wcag-${criterion.number}`, claims);
    return [name, criterion.level, criterion.how, tests, judgesText(criterion.number, claims)];
  }),
)}

If something does not work for you, open an issue: it counts as a defect, not as a feature request.
`;
}

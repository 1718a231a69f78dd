/**
 * docs/conformance.md and docs/accessibility.md, from the claims of the tests. A whole run fails where a claim is
 * not proven, so the pages need no run of their own.
 */
import { BEYOND_TESTS, WHOLE_STORIES } from '../test/accessibility-judged.ts';
import { CRITERIA } from '../test/accessibility.ts';
import { CONFORMANCE } from '../test/conformance.ts';
import type { Claim } from './claims.ts';
import { table } from './markdown-table.ts';

/** Generators of the pages by file. */
export const PROOF_PAGES: Readonly<Record<string, (claims: readonly Claim[]) => string>> = {
  'docs/conformance.md': conformance,
  'docs/accessibility.md': accessibility,
};

/** The tests that proved a rule, as Markdown. */
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

Written by \`npm run docs\` from the tests' claims. Do not edit. The interface \
specification, line by line, with the tests that proved each: ${count} lines. A test carries the ids of the lines \
it proves, in a comment directly above it; "…" in a title stands for the rows of a table. Each whole run fails \
where such a test failed, was skipped or is gone, and where a line has none.
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

/** The judges of a criterion, and its aspects that nobody has judged yet. */
function judged(number: string, claims: readonly Claim[]): string {
  const { eye, nobody } = BEYOND_TESTS[number] ?? {};
  const inStories = claims.some(({ rule, file }) => rule === `wcag-${number}` && file.startsWith('stories/'));
  const judges = [
    inStories ? 'tests, in twelve ways' : 'tests',
    eye && `an eye: ${eye}`,
    nobody && `nobody: ${nobody}`,
  ];
  return judges.filter(Boolean).join('; ');
}

function accessibility(claims: readonly Claim[]): string {
  const met = CRITERIA.filter((criterion) => 'how' in criterion);
  return `# Accessibility

Written by \`npm run docs\` from \`test/accessibility.ts\` and the tests' claims. Do not edit.

The elements are built to meet WCAG 2.2, level AA. No audit by others has been made, and nobody who needs \
assistive technology has tried them for us yet. Each of its ${CRITERIA.length} criteria of level A and AA is \
below, ${met.length} with how it is met and the tests that would fail if it were not,
${CRITERIA.length - met.length} with why they do not apply. There are twelve ways to see a story: in \
light, dark and forced colours, from left to right and from right to left, on a desktop and at 320 px. axe-core \
looks at every story in each run in one of the other ways by turns, on every fourth day in the plain one, too \
(light, left to right, on a desktop), and in all twelve with \`STORIES=all\`: on ${WHOLE_STORIES.day}, with \
${WHOLE_STORIES.stories} stories, nothing was found. In forced colours, which are the visitor's own, it does \
not judge contrast.
The last column says who has judged: tests, and whether they go by the stories, in the twelve ways, or see the \
elements as each test sets them up; also an eye, which are those who built it, looking at pictures \
of every screen (\`npm run screens\`), on which day; and what nobody has judged yet.

${table(
  ['criterion', 'level', 'how', 'tests', 'judged by'],
  CRITERIA.map((criterion) => {
    const name = `${criterion.number} ${criterion.title}`;
    if ('absent' in criterion)
      return [name, criterion.level, `Does not apply. ${criterion.absent}`, '–', '–'];
    const tests = provenBy(`wcag-${criterion.number}`, claims);
    return [name, criterion.level, criterion.how, tests, judged(criterion.number, claims)];
  }),
)}

Found something that does not work for you? Open an issue: it counts as a defect, not as a wish.
`;
}

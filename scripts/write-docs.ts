/**
 * Writes docs/reference.md, docs/conformance.md, docs/accessibility.md and docs/guide/look-and-feel.md from
 * the code's own tables, and docs/api from the built declaration files: `npm run docs`. A test fails when a
 * file and the code differ.
 */
import fs from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { Endpoint } from '../src/contract/endpoint.ts';
import { endpoints } from '../src/contract/endpoints.ts';
import { ERRORS } from '../src/contract/errors.ts';
import { LAYER_SETTINGS, type LayerSetting } from '../src/contract/layers.ts';
import { SETTINGS } from '../src/service/config/settings.ts';
import { contentSecurityPolicy } from '../src/service/compose/site.ts';
import { BEYOND_TESTS, WHOLE_STORIES } from '../test/accessibility-judged.ts';
import { CRITERIA } from '../test/accessibility.ts';
import { CONFORMANCE, SECTIONS } from '../test/conformance.ts';
import { apiReport } from './api-report.ts';
import { cardTables } from './card-tables.ts';
import { localeTables } from './locale-tables.ts';
import { frameworkTypes, TEMPLATES } from './framework-types.ts';
import { CHANNELS, manifest } from './manifest.ts';

const table = (head: string[], rows: string[][]) =>
  [head, head.map(() => '---'), ...rows]
    .map((row) => `| ${row.map((cell) => cell.replace(/\|/g, '\\|')).join(' | ')} |`)
    .join('\n');

export function reference(): string {
  const rows: readonly Endpoint[] = endpoints;
  return `# Reference

Written by \`npm run docs\` from the code's own tables. Do not edit.

## Settings

Environment variables. An unknown one that looks like ours, or a malformed value, stops the start with one line.

${table(
  ['variable', 'default', 'meaning'],
  Object.entries(SETTINGS).map(([name, { default: fallback, description }]) => [
    `\`${name}\``,
    fallback ? `\`${fallback}\`` : '–',
    description,
  ]),
)}

## Layers of a PAL

\`layers.<layer>.<setting>\`. Where a setting is \`null\` or not there, the default counts; a field that is \
not in this table is kept as sent. \`conferencing\` takes \`username\`,
\`mcp\` takes \`connectors\` and \`connector_tools\`.

${table(
  ['layer', 'setting', 'bounds', 'default', 'what it does'],
  Object.entries(LAYER_SETTINGS).flatMap(([layer, settings]) =>
    Object.entries<LayerSetting>(settings).map(([name, { bounds, default: fallback, description }]) => [
      `\`${layer}\``,
      `\`${name}\``,
      bounds,
      fallback === null ? '–' : `\`${fallback}\``,
      description,
    ]),
  ),
)}

## Endpoints

The whole document with shapes is served at \`/openapi.json\`. \`key\`: header \`x-api-key\`. \`token\`: the \
conversation's meeting token as bearer.

${table(
  ['endpoint', 'who', 'what', 'refuses with'],
  rows.map((row) => [
    `\`${row.method} ${row.path}\``,
    row.auth,
    row.summary,
    row.errors.map((code) => `\`${code}\``).join(' '),
  ]),
)}

## Errors

Every error carries its code in the header \`x-error-code\`, and exactly one string in its body. 429 carries \
\`Retry-After\`.

${table(
  ['code', 'status', 'field', 'text'],
  Object.entries(ERRORS).map(([code, row]) => [
    `\`${code}\``,
    String(row.status),
    `\`${row.field}\``,
    row.text,
  ]),
)}

## Content security policy

A page with this policy can hold a whole call; \`https://palkit.example\` stands for your service:

\`\`\`
${contentSecurityPolicy('https://palkit.example')}
\`\`\`

With \`CAPTCHA_PROVIDER=turnstile\` it is

\`\`\`
${contentSecurityPolicy('https://palkit.example', { captcha: 'turnstile' })}
\`\`\`

and with \`hcaptcha\`

\`\`\`
${contentSecurityPolicy('https://palkit.example', { captcha: 'hcaptcha' })}
\`\`\`

Where the PAL shows pictures or its booking page on the canvas, the page allows these too: \`img-src \
https:\` (or the pictures' own
hosts) and \`frame-src https:\` (or the booking page's).
`;
}

/** The specification's lines with the tests that prove them. */
const tests = (proofs: readonly { file: string; name: string }[]) =>
  proofs.map(({ file, name }) => `\`${file}\`: ${name}`).join('<br>');

/** Who has judged a criterion, and what nobody has. */
function judged(number: string, proofs: readonly { file: string }[]): string {
  const { eye, nobody } = BEYOND_TESTS[number] ?? {};
  const inStories = proofs.some(({ file }) => file.startsWith('stories/'));
  const told = [
    inStories ? 'tests, in twelve ways' : 'tests',
    eye && `an eye: ${eye}`,
    nobody && `nobody: ${nobody}`,
  ];
  return told.filter(Boolean).join('; ');
}

export function accessibility(): string {
  const met = CRITERIA.filter(({ applies }) => applies);
  return `# Accessibility

Written by \`npm run docs\` from \`test/accessibility.ts\`. Do not edit.

The elements are built to meet WCAG 2.2, level AA. No audit by others has been made, and nobody who needs \
assistive technology has tried them for us yet. Each of its ${CRITERIA.length} criteria of level A and AA is \
below, ${met.length} with how it is met and the tests that would fail if it were not,
${CRITERIA.length - met.length} with why they do not apply. There are twelve ways to see a story: in \
light, dark and forced colours, from left to right and from right to left, on a desktop and at 320 px. axe-core \
looks at every story in two of them in each run (on a desktop in light, from left to right, and in one more by \
turns), and in all twelve with \`STORIES=all\`: on ${WHOLE_STORIES.day}, with ${WHOLE_STORIES.stories} stories, \
nothing was found. In forced colours, which are the visitor's own, it does not judge contrast.
The last column says who has judged: tests, and whether they go by the stories, in the twelve ways, or see the \
elements as each test sets them up; also an eye, which are those who built it, looking at pictures \
of every screen (\`npm run screens\`), on which day; and what nobody has judged yet.

${table(
  ['criterion', 'level', 'how', 'tests', 'judged by'],
  CRITERIA.map(({ number, title, level, how, applies, tests: proofs }) => [
    `${number} ${title}`,
    level,
    applies ? how : `Does not apply. ${how}`,
    tests(proofs) || '–',
    applies ? judged(number, proofs) : '–',
  ]),
)}

Found something that does not work for you? Open an issue: it counts as a defect, not as a wish.
`;
}

export function conformance(): string {
  return `# Conformance

Written by \`npm run docs\` from \`test/conformance\`. Do not edit. The interface specification, line by \
line, with the tests that prove each: ${CONFORMANCE.length} lines. Each whole run of \`npm test\` holds its \
report against them and fails where a test of one failed, was skipped or did not run; it names the line by its id.
${SECTIONS.map(
  (section) => `
## ${section}

${table(
  ['id', 'line', 'proven by'],
  CONFORMANCE.filter((line) => line.section === section).map(({ id, line, tests: proofs }) => [
    id,
    line,
    tests(proofs),
  ]),
)}
`,
).join('')}`;
}

/** How the elements are made a page's own; the tables follow it. */
const THEMING_WAYS = `# Look and feel

Written by \`npm run docs\` from the custom elements manifest. Do not edit.

There are four ways to make the elements yours, from the least work to the most.

1. **The deployment**: \`customization.theme\` has \`mode\` (\`auto\`, \`light\`, \`dark\`), \
\`accent_color\` (→ \`--pal-accent\`), \`corner_radius\` (→ \`--pal-radius\`) and
   \`font_family\` (→ \`--pal-font\`). No page has to change. The attributes \`theme\` and \`accent-color\` \
do the same on a page.
2. **Tokens**: custom properties, set on the element. A page's rule for the element wins over the deployment.
3. **Parts**: \`::part()\` reaches the places inside. Parts are handed up through all elements to the channel.
4. **Slots**: content of the page's own in the place of ours.

\`\`\`css
pal-widget {
  --pal-accent: #0f7a52;
  --pal-panel-width: 460px;
  --pal-button-radius: 8px;
}
pal-widget::part(leave) {
  outline: 2px solid currentColor;
}
\`\`\`

Words on the accent are black or white, whichever reads better: whatever accent is chosen, by the owner or \
by the page, their contrast
is at least 4.5 to 1 (WCAG 2.2 AA). Whoever sets \`--pal-on-accent\` takes that over. Where the system \
chooses the colours (forced
colours), it does so here too; where the visitor wants less motion, there is next to none. A token without a \
unit of its own takes what
its kind says, for example \`<length>\` also several lengths where it is a padding.

Editors: \`palkit/custom-elements.json\`, and \`palkit/vscode.html-custom-data.json\` for the setting \
\`html.customData\`.
All states to look at: \`npm run storybook\`.

`;

export function theming(): string {
  const elements = manifest()
    .modules.flatMap(({ declarations }) => declarations)
    .filter(({ tagName }) => tagName && CHANNELS.includes(tagName));
  const every = <Item extends { name: string }>(
    pick: (element: (typeof elements)[number]) => Item[] | undefined,
  ) =>
    [
      ...new Map(
        elements.flatMap((element) => pick(element) ?? []).map((item): [string, Item] => [item.name, item]),
      ).values(),
    ].sort((one, other) => one.name.localeCompare(other.name, 'en'));
  const where = (
    pick: (element: (typeof elements)[number]) => { name: string }[] | undefined,
    name: string,
  ) => {
    const having = elements
      .filter((element) => pick(element)?.some((item) => item.name === name))
      .map(({ tagName }) => `\`${tagName}\``);
    return having.length === elements.length ? 'all' : having.sort().join(' ');
  };
  const parts = every(({ cssParts }) => cssParts);
  const tokens = elements[0]!.cssProperties!;
  return `${THEMING_WAYS}## Tokens

${tokens.length} tokens, the same for all channels.

${table(
  ['token', 'kind', 'default', 'what'],
  tokens.map((token) => [
    `\`${token.name}\``,
    `\`${token.syntax}\``,
    `\`${token.default}\``,
    token.description!,
  ]),
)}

## Parts

${table(
  ['part', 'where', 'what'],
  parts.map((part) => [`\`${part.name}\``, where(({ cssParts }) => cssParts, part.name), part.description!]),
)}

## Slots

${table(
  ['slot', 'where', 'what'],
  every(({ slots }) => slots).map((slot) => [
    `\`${slot.name}\``,
    where(({ slots }) => slots, slot.name),
    slot.description!,
  ]),
)}

## Events

All bubble out of the element, so that a page hears them anywhere above it.

${table(
  ['event', 'class', 'what'],
  every(({ events }) => events).map((event) => [
    `\`${event.name}\``,
    `\`${event.type.text}\``,
    event.description!,
  ]),
)}
`;
}

/** Types of frameworks' templates, as files of the elements. */
export function templates(): [file: string, text: string][] {
  const made = frameworkTypes(manifest());
  return TEMPLATES.map((name) => [`src/elements/frameworks/${name}`, made[name]]);
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  fs.writeFileSync('docs/reference.md', reference());
  fs.writeFileSync('docs/conformance.md', conformance());
  fs.writeFileSync('docs/accessibility.md', accessibility());
  fs.writeFileSync('docs/guide/look-and-feel.md', theming());
  for (const [file, text] of [...templates(), ...(await localeTables()), ...(await cardTables())])
    fs.writeFileSync(file, text);
  for (const [file, text] of Object.entries(apiReport())) fs.writeFileSync(file, text);
}

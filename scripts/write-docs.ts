/**
 * `npm run docs` writes docs/reference.md and docs/guide/look-and-feel.md from the code's own tables,
 * docs/measurements.md from the benches' results, docs/api from the built declaration files, docs/conformance.md and
 * docs/accessibility.md from the tests' claims. A test fails when a file and the code differ.
 */
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { scopeOf, type Endpoint } from '../src/contract/endpoint.ts';
import { endpoints } from '../src/contract/endpoints.ts';
import { ERRORS } from '../src/contract/errors.ts';
import { LAYER_SETTINGS, type LayerSetting } from '../src/contract/layers.ts';
import { SETTINGS } from '../src/service/config/settings.ts';
import { TURN_DURATIONS, type TurnDuration } from '../src/agent/turns/turn-options.ts';
import { contentSecurityPolicy } from '../src/service/compose/site.ts';
import { apiReport } from './api-report.ts';
import { cardTables } from './card-tables.ts';
import { claims } from './claims.ts';
import { copyDocumentation } from './copy-documentation.ts';
import { agentEventTable, callbackTable, customizationTable, visitorEventTable } from './event-tables.ts';
import { localeTables } from './locale-tables.ts';
import { frameworkTypes, TEMPLATES } from './framework-types.ts';
import { CHANNELS, manifest } from './manifest.ts';
import { table } from './markdown-table.ts';
import { measurementsPage } from './measurements.ts';
import { PROOF_PAGES } from './proof-pages.ts';

/** Folder with declaration files after a build. */
const BUILT = path.join('src', 'contract', 'dist');

const events = () => `## Customization

Fields of \`customization\`. The page's \`override\` takes the same.

${customizationTable()}

## Callbacks

Events of a conversation have the body \`{ conversation_id, webhook_url, event_type, message_type, timestamp, \
properties }\`; the others have the fields of the last column themselves. \`/openapi.json\` has each with an example \
under \`webhooks\`.

${callbackTable()}

## Events of a room

For an interface or an agent runner of your own: JSON messages \`{ message_type: "conversation", event_type, \
conversation_id, properties }\` on the data channel, in Daily's app messages and in the text path. The agent's also \
have \`seq\`, \`turn_idx\`, \`inference_id\` and \`timestamp\`.

From the agent:

${agentEventTable()}

From the visitor's page:

${visitorEventTable()}

`;

const durations = () =>
  table(
    ['duration', 'default', 'useful from', 'to', 'description'],
    Object.entries<TurnDuration>(TURN_DURATIONS).map(([name, duration]) => [
      `\`${name}\``,
      ...[duration.default, ...duration.bounds].map(String),
      duration.description,
    ]),
  );

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

## Durations of a turn

In milliseconds, from \`src/agent/turns/turn-options.ts\`. Settings of the layer \
\`conversational_flow\` choose between some of them; the others are the same for every PAL.

${durations()}

## Endpoints

The whole document with shapes is served at \`/openapi.json\`. \`key\`: header \`x-api-key\`, of this scope \
or \`all\`. \`token\`: the conversation's meeting token as bearer.

${table(
  ['endpoint', 'who', 'what', 'refuses with'],
  rows.map((row) => [
    `\`${row.method} ${row.path}\``,
    row.auth === 'key' ? `key, \`${scopeOf(row)}\`` : row.auth,
    row.summary,
    row.errors.map((code) => `\`${code}\``).join(' '),
  ]),
)}

${events()}
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

Where the PAL shows pictures, videos or its booking page on the canvas, the page allows these too: \`img-src \
https:\` (or the pictures' own
hosts), \`media-src https:\` (or the videos') and \`frame-src https:\` (or the booking page's).
`;
}

/** Introduction to the page about theming; the tables follow it. */
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
  const tokens = elements[0]?.cssProperties ?? [];
  return `${THEMING_WAYS}## Tokens

${tokens.length} tokens, the same for all channels.

${table(
  ['token', 'kind', 'default', 'what'],
  tokens.map((token) => [
    `\`${token.name}\``,
    `\`${token.syntax}\``,
    `\`${token.default}\``,
    token.description ?? '',
  ]),
)}

## Parts

${table(
  ['part', 'where', 'what'],
  parts.map((part) => [
    `\`${part.name}\``,
    where(({ cssParts }) => cssParts, part.name),
    part.description ?? '',
  ]),
)}

## Slots

${table(
  ['slot', 'where', 'what'],
  every(({ slots }) => slots).map((slot) => [
    `\`${slot.name}\``,
    where(({ slots }) => slots, slot.name),
    slot.description ?? '',
  ]),
)}

## Events

All bubble out of the element, so that a page hears them anywhere above it.

${table(
  ['event', 'class', 'what'],
  every(({ events }) => events).map((event) => [
    `\`${event.name}\``,
    `\`${event.type.text}\``,
    event.description ?? '',
  ]),
)}
`;
}

/** Types for the frameworks' templates, as files of the elements. */
export function templates(): [file: string, text: string][] {
  const created = frameworkTypes(manifest());
  return TEMPLATES.map((name) => [`src/elements/frameworks/${name}`, created[name]]);
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  fs.writeFileSync('docs/reference.md', reference());
  fs.writeFileSync('docs/guide/look-and-feel.md', theming());
  fs.writeFileSync('docs/measurements.md', measurementsPage());
  for (const [file, text] of [...templates(), ...(await localeTables()), ...(await cardTables())])
    fs.writeFileSync(file, text);
  if (fs.existsSync(BUILT))
    for (const [file, text] of Object.entries(apiReport())) fs.writeFileSync(file, text);
  else process.stdout.write('docs/api follows a build: `npm run build`, then this again.\n');
  for (const [file, page] of Object.entries(PROOF_PAGES)) fs.writeFileSync(file, page(claims()));
  if (fs.existsSync(BUILT)) copyDocumentation(path.join('src', 'developer-tools', 'dist', 'documentation'));
}

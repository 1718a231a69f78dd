/**
 * `npm run docs` writes generated pages; a test fails if one is outdated:
 *
 * - docs/reference.md and docs/guide/look-and-feel.md from tables in the code;
 * - docs/measurements.md from the benchmark results;
 * - docs/api from the built declaration files;
 * - docs/conformance.md and docs/accessibility.md from the claims of the tests.
 *
 * It also writes generated sources: types for templates, and tables of languages and cards.
 */
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { scopeOf, type Endpoint } from '../src/contract/endpoint.ts';
import { endpoints } from '../src/contract/endpoints.ts';
import { ERRORS } from '../src/contract/errors.ts';
import { LAYER_SETTINGS, type LayerSetting } from '../src/contract/layers.ts';
import { summaryOf } from '../src/contract/endpoint-summaries.ts';
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

/** Folder with the built declaration files. */
const BUILT_CONTRACT = path.join('src', 'contract', 'dist');

const customizationAndEvents = () => `## Customization

Fields of \`customization\`. The page's \`override\` takes the same fields.

${customizationTable()}

## Callbacks

Events of a conversation have the body \`{ conversation_id, webhook_url, event_type, message_type, timestamp, \
properties }\`; other events have the fields of the last column at the top level. \`/openapi.json\` has each with an \
example under \`webhooks\`.

${callbackTable()}

## Events of a room

Use these for your own interface or agent runner. They are JSON messages \`{ message_type: "conversation", \
event_type, conversation_id, properties }\` on the data channel, in Daily's app messages and in text calls. Messages \
from the agent also have \`seq\`, \`turn_idx\`, \`inference_id\` and \`timestamp\`.

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

Settings are environment variables. A malformed value, or an unknown variable with a name like ours, stops the \
start with one line.

${table(
  ['variable', 'default', 'meaning'],
  Object.entries(SETTINGS).map(([name, { default: fallback, description }]) => [
    `\`${name}\``,
    fallback ? `\`${fallback}\`` : '–',
    description,
  ]),
)}

## Layers of a PAL

Set \`layers.<layer>.<setting>\`. If a setting is \`null\` or absent, its default applies; any other value is
refused. A setting that is not in this table is stored for engines that read it, named in the header
\`x-palkit-warnings\`, and listed by \`GET /v2/pals/{pal_id}/check\` with the setting that may be meant.
\`conferencing\` accepts \`username\`, \`mcp\` accepts \`connectors\` and \`connector_tools\`.

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

All values are in milliseconds, from \`src/agent/turns/turn-options.ts\`. Settings of the layer \
\`conversational_flow\` choose between some of them; the others are the same for every PAL.

${durations()}

## Endpoints

\`/openapi.json\` has all endpoints with their schemas. \`key\` means a key with this scope or \`all\` in the header \
\`x-api-key\`. \`token\` means the conversation's meeting token as a bearer token.

${table(
  ['endpoint', 'access', 'purpose', 'errors'],
  rows.map((row) => [
    `\`${row.method} ${row.path}\``,
    row.auth === 'key' ? `key, \`${scopeOf(row)}\`` : row.auth,
    summaryOf(row),
    row.errors.map((code) => `\`${code}\``).join(' '),
  ]),
)}

${customizationAndEvents()}
## Errors

Every error response has its code in the header \`x-error-code\`, and exactly one string in its body. 429 has the \
header \`Retry-After\`.

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

With this policy a page supports every feature of a call; replace \`https://palkit.example\` with your service:

\`\`\`
${contentSecurityPolicy('https://palkit.example')}
\`\`\`

With \`CAPTCHA_PROVIDER=turnstile\` the policy is

\`\`\`
${contentSecurityPolicy('https://palkit.example', { captcha: 'turnstile' })}
\`\`\`

and with \`hcaptcha\`

\`\`\`
${contentSecurityPolicy('https://palkit.example', { captcha: 'hcaptcha' })}
\`\`\`

If the PAL shows pictures, videos or its booking page on the canvas, allow these too: \`img-src https:\` (or only \
the pictures'
hosts), \`media-src https:\` (or the videos' hosts) and \`frame-src https:\` (or the booking page's host).
`;
}

/** Introduction of the page about theming, followed by the tables. */
const THEMING_WAYS = `# Look and feel

Written by \`npm run docs\` from the custom elements manifest. Do not edit.

There are four ways to adapt the elements to your design, from the least work to the most.

1. **The deployment**: set \`mode\` (\`auto\`, \`light\`, \`dark\`), \`accent_color\` (→ \`--pal-accent\`), \
\`corner_radius\` (→ \`--pal-radius\`) and
   \`font_family\` (→ \`--pal-font\`) in \`customization.theme\`; you change no page. The attributes \`theme\` and \
\`accent-color\` do the same on one page. A closed
   launcher requests nothing from the service, so without \`accent-color\` it has the standard colour until the first
   opening; the lines that the console and \`/embed\` show contain the attribute. Copy them again
   after a change of the colour.
2. **Tokens**: set custom properties on the element. A page's rule for the element takes precedence over the deployment.
3. **Parts**: style elements inside by \`::part()\`. The channel's element exports the parts of all elements inside.
4. **Slots**: replace our content with the page's own.

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

Text on the accent colour is black or white, whichever has more contrast: at least 4.5 to 1 (WCAG 2.2 AA) for \
every accent. If you set
\`--pal-on-accent\`, you are responsible for the contrast. The elements follow the system's forced colours, and \
show almost no motion if the
visitor prefers reduced motion. A token accepts every value of its kind; a padding of the kind \`<length>\` also \
accepts several lengths.

For editors, use \`palkit/custom-elements.json\`, and \`palkit/vscode.html-custom-data.json\` in the setting \
\`html.customData\`.
\`npm run storybook\` shows all states.

`;

export function theming(): string {
  const elements = manifest()
    .modules.flatMap(({ declarations }) => declarations)
    .filter(({ tagName }) => tagName && CHANNELS.includes(tagName));
  const collectUnique = <Item extends { name: string }>(
    pick: (element: (typeof elements)[number]) => Item[] | undefined,
  ) =>
    [
      ...new Map(
        elements.flatMap((element) => pick(element) ?? []).map((item): [string, Item] => [item.name, item]),
      ).values(),
    ].sort((a, b) => a.name.localeCompare(b.name, 'en'));
  const elementsWith = (
    pick: (element: (typeof elements)[number]) => { name: string }[] | undefined,
    name: string,
  ) => {
    const having = elements
      .filter((element) => pick(element)?.some((item) => item.name === name))
      .map(({ tagName }) => `\`${tagName}\``);
    return having.length === elements.length ? 'all' : having.sort().join(' ');
  };
  const parts = collectUnique(({ cssParts }) => cssParts);
  const tokens = elements[0]?.cssProperties ?? [];
  return `${THEMING_WAYS}## Tokens

${tokens.length} tokens, the same for all channels.

${table(
  ['token', 'kind', 'default', 'meaning'],
  tokens.map((token) => [
    `\`${token.name}\``,
    `\`${token.syntax}\``,
    `\`${token.default}\``,
    token.description ?? '',
  ]),
)}

## Parts

${table(
  ['part', 'elements', 'meaning'],
  parts.map((part) => [
    `\`${part.name}\``,
    elementsWith(({ cssParts }) => cssParts, part.name),
    part.description ?? '',
  ]),
)}

## Slots

${table(
  ['slot', 'elements', 'meaning'],
  collectUnique(({ slots }) => slots).map((slot) => [
    `\`${slot.name}\``,
    elementsWith(({ slots }) => slots, slot.name),
    slot.description ?? '',
  ]),
)}

## Events

All events bubble out of the element, so a page can listen on any ancestor.

${table(
  ['event', 'class', 'meaning'],
  collectUnique(({ events }) => events).map((event) => [
    `\`${event.name}\``,
    `\`${event.type.text}\``,
    event.description ?? '',
  ]),
)}
`;
}

/** Returns the types for the templates of frameworks, as files of the elements. */
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
  if (fs.existsSync(BUILT_CONTRACT))
    for (const [file, text] of Object.entries(apiReport())) fs.writeFileSync(file, text);
  else process.stdout.write('docs/api follows a build: `npm run build`, then this again.\n');
  for (const [file, page] of Object.entries(PROOF_PAGES)) fs.writeFileSync(file, page(claims()));
  if (fs.existsSync(BUILT_CONTRACT))
    copyDocumentation(path.join('src', 'developer-tools', 'dist', 'documentation'));
}

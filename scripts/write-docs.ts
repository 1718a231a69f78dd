/** Writes docs/reference.md and docs/conformance.md from the code's own tables: `npm run docs`. A test fails when a file and the code differ. */
import fs from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { Endpoint } from '../src/contract/endpoint.ts';
import { endpoints } from '../src/contract/endpoints.ts';
import { ERRORS } from '../src/contract/errors.ts';
import { SETTINGS } from '../src/service/config.ts';
import { contentSecurityPolicy } from '../src/service/site.ts';
import { CONFORMANCE, SECTIONS } from '../test/conformance.ts';

const table = (head: string[], rows: string[][]) => [head, head.map(() => '---'), ...rows].map((row) => `| ${row.map((cell) => cell.replace(/\|/g, '\\|')).join(' | ')} |`).join('\n');

export function reference(): string {
  const rows: readonly Endpoint[] = endpoints;
  return `# Reference

Written by \`npm run docs\` from the code's own tables. Do not edit.

## Settings

Environment variables. An unknown one that looks like ours, or a malformed value, stops the start with one line.

${table(['variable', 'default', 'meaning'], Object.entries(SETTINGS).map(([name, { fallback, says }]) => [`\`${name}\``, fallback ? `\`${fallback}\`` : '–', says]))}

## Endpoints

The whole document with shapes is served at \`/openapi.json\`. \`key\`: header \`x-api-key\`. \`token\`: the conversation's meeting token as bearer.

${table(['endpoint', 'who', 'what', 'refuses with'], rows.map((row) => [`\`${row.method} ${row.path}\``, row.auth, row.summary, row.errors.map((code) => `\`${code}\``).join(' ')]))}

## Errors

Every error carries its code in the header \`x-error-code\`, and exactly one string in its body. 429 carries \`Retry-After\`.

${table(['code', 'status', 'field', 'text'], Object.entries(ERRORS).map(([code, row]) => [`\`${code}\``, String(row.status), `\`${row.field}\``, row.text]))}

## Content security policy

A page with this policy can hold a whole call; \`https://palkit.example\` stands for your service:

\`\`\`
${contentSecurityPolicy('https://palkit.example')}
\`\`\`

Where the PAL shows pictures or its booking page on the canvas, the page allows these too: \`img-src https:\` (or the pictures' own
hosts) and \`frame-src https:\` (or the booking page's).
`;
}

/** The specification's lines with the tests that prove them. */
export function conformance(): string {
  const waiting = CONFORMANCE.filter((line) => line.open !== undefined);
  const proven = (section: string) => CONFORMANCE.filter((line) => line.section === section && line.open === undefined);
  return `# Conformance

Written by \`npm run docs\` from \`test/conformance.ts\`. Do not edit. The interface specification, line by line, with the tests that prove each: ${CONFORMANCE.length - waiting.length} lines proven, ${waiting.length} not yet.
${SECTIONS.map((section) => `
## ${section}

${table(['line', 'proven by'], proven(section).map(({ line, tests }) => [line, tests.map(({ file, name }) => `\`${file}\`: ${name}`).join('<br>')]))}
`).join('')}
## Not yet

${table(['section', 'line', 'waits for'], waiting.map(({ section, line, open }) => [section, line, open!]))}
`;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  fs.writeFileSync('docs/reference.md', reference());
  fs.writeFileSync('docs/conformance.md', conformance());
}

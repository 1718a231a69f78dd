/**
 * Generates types for the templates of frameworks (src/elements/frameworks, written by `npm run docs`) and data for
 * editors (dist/web-types.json, dist/vscode.html-custom-data.json) from the manifest.
 */
import fs from 'node:fs';
import { CHANNELS, type Declaration, type Manifest } from './manifest.ts';

const pascalCase = (name: string) =>
  name.replace(/(^|-)(\w)/g, (_, _dash, letter: string) => letter.toUpperCase());

/** Generated files in src/elements/frameworks. */
export const TEMPLATES = [
  'react-templates.ts',
  'vue-templates.ts',
  'svelte-templates.ts',
  'angular-templates.ts',
] as const;

export function frameworkTypes(
  manifest: Manifest,
): Record<(typeof TEMPLATES)[number] | 'web-types.json', string> {
  const elements = manifest.modules
    .flatMap(({ declarations }) => declarations)
    .filter(({ tagName }) => tagName && CHANNELS.includes(tagName));
  const classes = [
    ...new Set([
      ...elements.map(({ name }) => name),
      ...elements.flatMap(({ events }) => (events ?? []).map(({ type }) => type.text)),
    ]),
  ].sort();
  const head =
    '/** Written by "npm run docs" from the custom elements manifest. */\nimport type { ' +
    `${classes.join(', ')} } from '../index.ts';\n`;
  const properties = ({ name, members = [] }: Declaration) =>
    `Partial<Pick<${name}, ${members
      .filter(({ kind }) => kind === 'field')
      .map((member) => `'${member.name}'`)
      .join(' | ')}>>`;
  // Declare attributes too, because every framework can set them. React before version 19 can set nothing else, and
  // ignores the events of custom elements.
  const attributes = ({ attributes: allAttributes = [], members = [] }: Declaration) =>
    allAttributes
      // Omit names that a property declares, because a second type would conflict.
      .filter(({ name }) => !members.some((member) => member.name === name))
      .map(
        ({ name, type, description }) =>
          `      /** ${description} */\n      '${name}'?: ${type?.text === 'boolean' ? "boolean | ''" : 'string'};`,
      )
      .join('\n');
  /** Returns a property for each event of the element, with the framework's name for it. */
  const handlers = ({ events = [] }: Declaration, nameHandler: (event: string) => string) =>
    events
      .map(
        ({ name, type, description }) =>
          `      /** ${description} */\n      ${nameHandler(name)}?: (event: ${type.text}) => void;`,
      )
      .join('\n');
  const react = elements.map(
    (element) => `    '${element.tagName}': React.DetailedHTMLProps<React.HTMLAttributes<${element.name}>, \
${element.name}> & ${properties(element)} & {
${attributes(element)}
${handlers(element, (name) => `'on${name}'`)}
    };`,
  );
  const vue = elements.map(
    (element) => `    '${element.tagName}': DefineComponent<${properties(element)} & {
${handlers(element, (name) => `on${pascalCase(name)}`)}
    }>;`,
  );
  const svelte = elements.map(
    (element) => `    '${element.tagName}': HTMLAttributes<${element.name}> & ${properties(element)} & {
${attributes(element)}
${handlers(element, (name) => `'on${name}'`)}
    };`,
  );
  return {
    'angular-templates.ts': angular(elements),
    'svelte-templates.ts':
      `${head}import type { HTMLAttributes } from 'svelte/elements';\n\ndeclare module ` +
      `'svelte/elements' {\n  interface SvelteHTMLElements {\n${svelte.join('\n')}\n  }\n}\n`,
    'web-types.json': `${JSON.stringify(webTypes(elements), null, 1)}\n`,
    'react-templates.ts':
      `${head}import type * as React from 'react';\n\ndeclare module 'react' {\n  namespace JSX {\n    ` +
      `interface IntrinsicElements {\n${react.join('\n')}\n    }\n  }\n}\n`,
    'vue-templates.ts':
      `${head}import type { DefineComponent } from 'vue';\n\ndeclare module 'vue' {\n  interface ` +
      `GlobalComponents {\n${vue.join('\n')}\n  }\n}\n`,
  };
}

/**
 * Generates directives in the partial form that Angular libraries publish and an application's compiler
 * completes. The compiler reads the object of `ɵɵngDeclareDirective` and the exact types of `ɵdir`.
 */
function angular(elements: readonly Declaration[]): string {
  const names = elements.map(({ name }) => name);
  const directives = elements.map(({ name, tagName, description, members = [] }) => {
    const fields = members.filter(({ kind }) => kind === 'field');
    const joinFields = (write: (field: string) => string) =>
      fields.map((field) => write(field.name)).join('\n');
    const accessors = fields.map(
      (field) => `  /** ${field.description} */
  get ${field.name}(): ${name}['${field.name}'] { return this.get('${field.name}'); }
  set ${field.name}(value: ${name}['${field.name}']${field.type?.text === 'boolean' ? " | ''" : ''}) { \
this.set('${field.name}', value); }`,
    );
    return `/** ${description} */
export class ${name}Directive extends ChannelDirective<${name}> {
${accessors.join('\n')}
  static ɵfac: i0.ɵɵFactoryDeclaration<${name}Directive, never> = i0.ɵɵngDeclareFactory({
    minVersion: '12.0.0',
    version: '20.0.0',
    ngImport: i0,
    type: ${name}Directive,
    deps: [],
    target: i0.ɵɵFactoryTarget.Directive,
  });
  static ɵdir: i0.ɵɵDirectiveDeclaration<
    ${name}Directive,
    '${tagName}',
    never,
    {
${joinFields((field) => `      ${field}: { alias: '${field}'; required: false };`)}
    },
    never,
    never,
    never,
    true,
    never
  > = i0.ɵɵngDeclareDirective({
    minVersion: '14.0.0',
    version: '20.0.0',
    ngImport: i0,
    type: ${name}Directive,
    isStandalone: true,
    selector: '${tagName}',
    inputs: {
${joinFields((field) => `      ${field}: '${field}',`)}
    },
  });
}`;
  });
  return `/** Written by "npm run docs" from the custom elements manifest. */
import * as i0 from '@angular/core';
import type { ${names.join(', ')} } from '../index.ts';
import { ChannelDirective } from './angular-directive.ts';

${directives.join('\n\n')}
`;
}

/** Returns data for JetBrains editors: https://github.com/JetBrains/web-types. */
function webTypes(elements: readonly Declaration[]) {
  const { name, version } = JSON.parse(fs.readFileSync('src/elements/package.json', 'utf8')) as {
    name: string;
    version: string;
  };
  const describe = ({ name: memberName, description = '' }: { name: string; description?: string }) => ({
    name: memberName,
    description,
  });
  return {
    $schema: 'https://raw.githubusercontent.com/JetBrains/web-types/master/schema/web-types.json',
    name,
    version,
    'description-markup': 'markdown',
    contributions: {
      html: {
        elements: elements.map(
          ({
            tagName,
            description,
            attributes = [],
            members = [],
            events = [],
            slots = [],
            cssParts = [],
            cssProperties = [],
          }) => ({
            name: tagName,
            description,
            attributes: attributes.map((attribute) => ({
              ...describe(attribute),
              value: { type: attribute.type?.text ?? 'string' },
            })),
            js: {
              properties: members
                .filter(({ kind }) => kind === 'field')
                .map((member) => ({ ...describe(member), type: member.type?.text ?? 'string' })),
              events: events.map(describe),
            },
            slots: slots.map(describe),
            css: { parts: cssParts.map(describe), properties: cssProperties.map(describe) },
          }),
        ),
      },
    },
  };
}

/** Returns data for editors with custom tag lists: https://github.com/microsoft/vscode-custom-data. */
export function editorData(from: Manifest) {
  const elements = from.modules
    .flatMap(({ declarations }) => declarations)
    .filter(({ tagName }) => tagName && CHANNELS.includes(tagName));
  const values = (text = '') => [...text.matchAll(/'([^']+)'/g)].map(([, name = '']) => ({ name }));
  return {
    $schema:
      'https://raw.githubusercontent.com/microsoft/vscode-html-languageservice/main/docs/customData.schema.json',
    version: 1.1,
    tags: elements.map(({ tagName, description, attributes }) => ({
      name: tagName ?? '',
      description: description ?? '',
      attributes: (attributes ?? []).map((attribute) => ({
        name: attribute.name,
        description: attribute.description ?? '',
        ...(values(attribute.type?.text).length > 0 ? { values: values(attribute.type?.text) } : {}),
      })),
    })),
  };
}

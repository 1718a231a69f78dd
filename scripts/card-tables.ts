/**
 * Generates code from the cards' schemas in src/contract/canvas.ts (`npm run docs`): the names that a page's own card
 * may not use, and public types for the cards' arguments that need no schema library.
 */
import fs from 'node:fs';
import path from 'node:path';
import { format, type FormatConfig } from 'oxfmt';
import * as z from 'zod';
import { CANVAS_COMPONENTS, CANVAS_PURPOSES, type CanvasComponent } from '../src/contract/canvas.ts';

const SOURCE = path.join('src', 'contract', 'canvas.ts');
const HEAD = `Written by "npm run docs" from ${SOURCE.replaceAll('\\', '/')}. */`;
const COMPONENTS = Object.keys(CANVAS_COMPONENTS) as CanvasComponent[];

/** The part of JSON Schema that the cards' schemas use. */
interface Schema {
  type?: string;
  enum?: string[];
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  minItems?: number;
  maxItems?: number;
  minimum?: number;
  maximum?: number;
}

const quote = (text: string) => `'${text}'`;

function typeOf(schema: Schema): string {
  if (schema.enum) return schema.enum.map(quote).join(' | ');
  // Omit an alternative without a type, which is the input of a transform.
  if (schema.anyOf) return [...new Set(schema.anyOf.filter(isTyped).map(typeOf))].join(' | ');
  if (schema.type === 'array') return `(${typeOf(schema.items ?? {})})[]`;
  if (schema.type === 'integer') return 'number';
  if (schema.type !== 'object') return schema.type ?? 'unknown';
  return `{ ${fieldsOf(schema)
    .map(([name, mark, field]) => `${name}${mark}: ${typeOf(field)}`)
    .join('; ')} }`;
}

const isTyped = (schema: Schema): boolean => Object.keys(schema).length > 0;

const fieldsOf = ({ properties = {}, required = [] }: Schema) =>
  Object.entries(properties).map(
    ([name, field]) => [name, required.includes(name) ? '' : '?', field] as const,
  );

/** Describes the bounds of a field in a sentence. */
function boundsOf({ minItems, maxItems, minimum, maximum }: Schema): string {
  const [least, most] = [minItems ?? minimum, maxItems ?? maximum];
  if (most === undefined) return '';
  return least === undefined ? `At most ${most}.` : `${least} to ${most}.`;
}

/** Returns the comments of a schema's fields by field. */
function commentsOf(source: string, name: string): ReadonlyMap<string, string> {
  const begin = source.indexOf(`export const ${name} = `);
  if (begin < 0) throw new Error(`${SOURCE} has no ${name}`);
  const block = source.slice(begin, source.indexOf('\nexport ', begin + 1));
  return new Map(
    [...block.matchAll(/\/\*\* ([^\n]+) \*\/\s+(\w+):/g)].map(([, words = '', field = '']) => [field, words]),
  );
}

/** Converts a component's name to a part of a type's name: `scheduling_embed` becomes `SchedulingEmbed`. */
const nameOf = (component: string): string =>
  component
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');

/** Returns the name of the public type of a component's arguments. */
const publicName = (component: string): string => `${nameOf(component.replace(/_embed$/, ''))}Arguments`;

function argumentsOf(source: string, component: CanvasComponent): string {
  const schema = z.toJSONSchema(CANVAS_COMPONENTS[component], { unrepresentable: 'any' }) as Schema;
  const comments = commentsOf(source, `${nameOf(component)}Arguments`);
  const fields = fieldsOf(schema)
    .filter(([field]) => field !== 'layout')
    .map(([field, mark, type]) => {
      const words = [comments.get(field), boundsOf(type)].filter(Boolean).join(' ');
      return `${words && `/** ${words} */\n`}${field}${mark}: ${typeOf(type)};`;
    });
  return `/** Shows ${CANVAS_PURPOSES[component]}. */
export interface ${publicName(component)} extends CardLayout {
${fields.join('\n')}
}`;
}

/** Returns the generated files with their contents. */
export async function cardTables(): Promise<[file: string, text: string][]> {
  const source = fs.readFileSync(SOURCE, 'utf8');
  const files: [string, string][] = [
    [
      'src/elements/session/built-in-cards.ts',
      `/** Kinds that a page's own card may not use. ${HEAD}
export const BUILT_IN_CARDS: readonly string[] = [${COMPONENTS.map(quote).join(', ')}];
`,
    ],
    [
      'src/elements/headless/card-arguments.ts',
      `/** The arguments of the cards. ${HEAD}

/** The agent's preferred position for a card. */
export interface CardLayout {
  layout?: { preferred_slot?: 'safe-area-right' | 'safe-area-left' };
}

${COMPONENTS.map((component) => argumentsOf(source, component)).join('\n\n')}

/** The arguments of each component. */
export interface CardArguments {
${COMPONENTS.map((component) => `  ${component}: ${publicName(component)};`).join('\n')}
}
`,
    ],
  ];
  const options = JSON.parse(fs.readFileSync('.oxfmtrc.json', 'utf8')) as FormatConfig;
  return Promise.all(
    files.map(async ([file, text]): Promise<[string, string]> => {
      const { code, errors } = await format(file, text, options);
      if (errors[0]) throw new Error(`${file}: ${errors[0].message}`);
      return [file, code];
    }),
  );
}

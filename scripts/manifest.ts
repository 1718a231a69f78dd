/** Builds the custom elements manifest from the elements' sources. */
import { create } from '@custom-elements-manifest/analyzer/src/create.js';
import { litPlugin } from '@custom-elements-manifest/analyzer/src/features/framework-plugins/lit/lit.js';
import { ts } from '@custom-elements-manifest/analyzer/index.js';
import fs from 'node:fs';
import path from 'node:path';

interface NamedEntry {
  name: string;
  description?: string;
}
export interface Member extends NamedEntry {
  kind: 'field' | 'method';
  privacy?: string;
  static?: boolean;
  readonly?: boolean;
  type?: { text: string };
  default?: string;
  attribute?: string;
  reflects?: boolean;
  parameters?: { name: string; type?: { text: string } }[];
  return?: { type: { text: string } };
}
export interface Attribute extends NamedEntry {
  fieldName: string;
  type?: { text: string };
  default?: string;
}
export interface ElementEvent extends NamedEntry {
  type: { text: string };
}
export interface Token extends NamedEntry {
  syntax: string;
  default: string;
}
export interface Declaration extends NamedEntry {
  kind: string;
  tagName?: string;
  customElement?: boolean;
  summary?: string;
  superclass?: { name: string };
  members?: Member[];
  attributes?: Attribute[];
  events?: ElementEvent[];
  slots?: NamedEntry[];
  cssParts?: NamedEntry[];
  cssProperties?: Token[];
}
export interface Manifest {
  schemaVersion: string;
  readme?: string;
  modules: {
    kind: string;
    path: string;
    declarations: Declaration[];
    exports: { kind: string; name?: string; declaration: { name: string; module?: string } }[];
  }[];
}

const FOLDER = path.join('src', 'elements');
/** Elements that a page contains; they render all others. */
export const CHANNELS = ['pal-widget', 'pal-embed', 'pal-landing-page'];

/** Returns the sources with markup or styles, without texts and session logic. */
export function sources(): { file: string; text: string }[] {
  return fs
    .readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
    .filter(
      (name) =>
        name.endsWith('.ts') && !/^((text|session|dist|frameworks|node_modules)[\\/]|script\.ts$)/.test(name),
    )
    .sort()
    .map((name) => ({
      file: path.join(FOLDER, name),
      text: fs.readFileSync(path.join(FOLDER, name), 'utf8'),
    }));
}

/** Returns the tokens that src/elements/parts/base/tokens.ts documents, each with its default from the styles. */
export function tokens(): Token[] {
  const allSources = sources();
  const descriptions = [
    ...allSources
      .find(({ file }) => file.endsWith('tokens.ts'))!
      .text.matchAll(/^ \* @cssprop \{(<[\w-]+>)\} (--pal-[\w-]+) - (.+(?:\n \*   .+)*)$/gm),
  ];
  const values = defaults(allSources.map(({ text }) => text).join('\n'));
  return descriptions.map(([, syntax = '', name = '', description = '']) => ({
    name,
    syntax,
    default: (values.get(name)?.[0] ?? '').replace('${onAccent}', 'black or white'),
    description: description.replace(/\n \*   /g, ' '),
  }));
}

/** Returns the defaults of each token: values set on a channel, and fallbacks in `var()`. */
export function defaults(styles: string): Map<string, string[]> {
  const defaultValues = new Map<string, string[]>();
  const add = (name: string, value: string) =>
    defaultValues.set(name, [
      ...new Set([...(defaultValues.get(name) ?? []), value.replace(/\s+/g, ' ').trim()]),
    ]);
  for (const match of styles.matchAll(/^ {4}(--pal-[\w-]+):\s*([^;]+);$/gm))
    add(match[1] ?? '', match[2] ?? '');
  for (const match of styles.matchAll(/var\(\s*(--pal-[\w-]+),/g)) {
    let depth = 1;
    const start = match.index + match[0].length;
    let end = start;
    for (; depth > 0; end++) depth += styles[end] === '(' ? 1 : styles[end] === ')' ? -1 : 0;
    add(match[1] ?? '', styles.slice(start, end - 1));
  }
  return defaultValues;
}

export function manifest(): Manifest {
  const allSources = sources();
  const created = create({
    modules: allSources.map(({ file, text }) =>
      ts.createSourceFile(file.replaceAll(path.sep, '/'), text, ts.ScriptTarget.ES2022, true),
    ),
    plugins: [...litPlugin()],
  });
  const tags = new Map(
    allSources.flatMap(({ text }) =>
      [...text.matchAll(/^ {4}'(pal-[\w-]+)': (\w+);$/gm)].map(([, tag = '', name = '']) => [name, tag]),
    ),
  );
  const classes = new Map(
    allSources.flatMap(({ text }) =>
      [
        ...text.matchAll(/class (\w+Event) extends[^}]*?(?:super\(|static readonly type = )'(pal-[\w-]+)'/g),
      ].map(([, name = '', type = '']) => [type, name]),
    ),
  );
  const allTokens = tokens();
  const shippedPath = (file: string) => file.replace(/^src\/elements\//, 'dist/').replace(/\.ts$/, '.js');
  const parts = new Map<string, NamedEntry>();
  // The panel's descriptions of parts take precedence, because they fit most uses.
  const byPanel = [...created.modules].sort(
    (a, b) => Number(b.path.endsWith('pal-panel.ts')) - Number(a.path.endsWith('pal-panel.ts')),
  );
  for (const { declarations } of byPanel)
    for (const { cssParts } of declarations)
      for (const { name, description } of cssParts ?? [])
        if (!parts.has(name)) parts.set(name, { name, description });
  for (const module of created.modules) {
    module.path = shippedPath(module.path);
    module.declarations = module.declarations.filter(
      ({ kind, name }) => kind === 'class' && (tags.has(name) || /Event$|^Channel$/.test(name)),
    );
    module.exports = module.exports.filter(({ declaration }) =>
      module.declarations.some(({ name }) => name === declaration.name),
    );
    for (const declaration of module.declarations) {
      const tag = tags.get(declaration.name);
      // The analyzer lists decorated private state as a property and ignores inherited privacy.
      declaration.members = declaration.members?.filter(
        (member) =>
          !member.static &&
          (member.privacy ?? 'public') === 'public' &&
          !member.name.startsWith('#') &&
          !HIDDEN_MEMBERS.has(member.name),
      );
      // Keep only documented events; the analyzer also collects unnamed ones from calls.
      declaration.events = declaration.events
        ?.filter(({ name, description }) => name?.startsWith('pal-') && description)
        .map((event) => ({ ...event, type: { text: classes.get(event.name) ?? 'Event' } }));
      delete declaration.customElement;
      if (!tag) continue;
      declaration.tagName = tag;
      declaration.customElement = true;
      const names = new Set(declaration.members?.map(({ name }) => name));
      declaration.attributes = declaration.attributes?.filter(({ fieldName }) => names.has(fieldName));
      module.exports.push({
        kind: 'custom-element-definition',
        name: tag,
        declaration: { name: declaration.name, module: module.path },
      });
      if (!CHANNELS.includes(tag)) continue;
      declaration.cssProperties = allTokens;
      declaration.cssParts = [
        ...new Map([
          ...(declaration.cssParts ?? []).map((part): [string, NamedEntry] => [part.name, part]),
          ...[...parts].filter(([name]) => reachable(tag, name, allSources)),
        ]).values(),
      ];
    }
  }
  created.modules = created.modules.filter(({ declarations }) => declarations.length > 0);
  return created;
}

/** Members inherited from Lit, and internal members. */
const HIDDEN_MEMBERS = new Set([
  'render',
  'connectedCallback',
  'disconnectedCallback',
  'firstUpdated',
  'willUpdate',
  'update',
  'updated',
  'load',
  'sheets',
  'restyle',
  'adoptedCallback',
  'observeSize',
]);

/**
 * True if a channel exposes a part: its own, or one that an element below it exports. Frames of other channels are
 * excluded.
 */
function reachable(tag: string, part: string, sourceFiles: { file: string; text: string }[]): boolean {
  const ownSource = sourceFiles
    .filter(({ text }) => text.includes(`csspart ${part} `))
    .map(({ file }) => path.basename(file, '.ts'));
  return ownSource.some(
    (name) => name === tag || (!CHANNELS.includes(name) && (name !== 'pal-launcher' || tag === 'pal-widget')),
  );
}

/**
 * Generates docs/api: one page per package with its public types from its declaration files, so that a review
 * shows changes of public types. A test fails if the pages are older than the types.
 */
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import ts from 'typescript-api';

/** Folders of packages with types. */
const PACKAGES = [
  'contract',
  'elements',
  'runtime',
  'agent',
  'outbound',
  'models',
  'extraction',
  'face-training',
  'developer-tools',
  'tool-servers',
  'testing',
  'rooms',
  'service',
];
/** Maximum length of a printed declaration; a longer one is cut and replaced by a checksum. */
const MAX_LENGTH = 4000;

interface Entry {
  /** The name with which the module is imported. */
  name: string;
  /** The declaration file of the module. */
  file: string;
}
interface PackageFile {
  name: string;
  exports: Record<string, string | { types?: string }>;
}

/** Returns the pages in `docs/api` by file name, made from the built declaration files. */
export function apiReport(): Record<string, string> {
  const packages = PACKAGES.map((realm) => {
    const folder = path.resolve('src', realm);
    const { name, exports } = JSON.parse(
      fs.readFileSync(path.join(folder, 'package.json'), 'utf8'),
    ) as PackageFile;
    const entries = Object.entries(exports).flatMap(([as, to]) =>
      typeof to === 'string' || !to.types ? [] : entriesOf(folder, `${name}${as.slice(1)}`, to.types),
    );
    return { name, entries, own: path.join(folder, 'dist') };
  });
  // One program for all packages, so that shared declarations are read once.
  const program = createProgram(packages.flatMap(({ entries }) => entries));
  return Object.fromEntries(
    packages.map(({ name, entries, own }) => [
      `docs/api/${name.replace('@', '').replace('/', '-')}.md`,
      page(program, name, entries, own),
    ]),
  );
}

/** Resolves a `*` pattern to the files of its folder and its subfolders, which `*` includes in Node's resolution. */
function entriesOf(folder: string, name: string, types: string): Entry[] {
  if (!types.includes('*')) return [{ name, file: path.join(folder, types) }];
  const place = path.join(folder, path.dirname(types));
  return fs
    .readdirSync(place, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.d.ts'))
    .map((file) => file.split(path.sep).join('/'))
    .sort()
    .map((file) => ({
      name: name.replace('*', file.slice(0, -'.d.ts'.length)),
      file: path.join(place, file),
    }));
}

const createProgram = (entries: readonly Entry[]): ts.Program =>
  ts.createProgram({
    rootNames: entries.map(({ file }) => file),
    options: {
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      target: ts.ScriptTarget.ES2022,
      skipLibCheck: true,
      noEmit: true,
      types: [],
    },
  });

function page(program: ts.Program, name: string, entries: readonly Entry[], own: string): string {
  const checker = program.getTypeChecker();
  const unexportedTypes = new Map<string, string>();
  const includedSymbols = new Set<ts.Symbol>();
  const blocks = entries.map((entry) => {
    const module = checker.getSymbolAtLocation(program.getSourceFile(entry.file)!);
    const exportedSymbols = module ? checker.getExportsOfModule(module) : [];
    const symbols = exportedSymbols.map((one) => ({ as: one.name, symbol: resolveAlias(checker, one) }));
    for (const { symbol } of symbols) includedSymbols.add(symbol);
    return { entry, symbols };
  });
  const parts = blocks.map(({ entry, symbols }) => {
    const lines = symbols.map(({ symbol, as }) => declarationText(symbol, as)).sort();
    return lines.length > 0 ? `## ${entry.name}\n\n\`\`\`ts\n${lines.join('\n')}\n\`\`\`\n` : '';
  });
  for (const symbol of [...includedSymbols])
    collectReferences(checker, symbol, own, includedSymbols, unexportedTypes);
  const further = [...unexportedTypes.values()].sort();
  return [
    `# ${name}\n\nWritten by \`npm run docs\` from the package's declaration files. Do not edit.\n`,
    ...parts.filter(Boolean),
    ...(further.length > 0
      ? [`## Named by these, and not exported\n\n\`\`\`ts\n${further.join('\n')}\n\`\`\`\n`]
      : []),
  ].join('\n');
}

const resolveAlias = (checker: ts.TypeChecker, symbol: ts.Symbol): ts.Symbol =>
  symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;

const printer = ts.createPrinter({ removeComments: true });

/** Returns a declaration without comments. A constant is printed as its name and kind, because its type is inferred. */
function declarationText(symbol: ts.Symbol, as = symbol.name): string {
  const texts = (symbol.declarations ?? []).map((node) =>
    ts.isVariableDeclaration(node)
      ? `export declare const ${symbol.name}: ${kindOf(node.type)};`
      : printNode(sortMembers(node), node.getSourceFile()),
  );
  const text =
    texts.join('\n').replace(/"([^"'\\\n]*)"/g, "'$1'") + (as === symbol.name ? '' : ` // as ${as}`);
  if (text.length <= MAX_LENGTH) return text;
  return `${text.slice(0, MAX_LENGTH)}… // sha256 ${createHash('sha256').update(text).digest('hex').slice(0, 16)}`;
}

const printNode = (node: ts.Node, file: ts.SourceFile) =>
  printer.printNode(ts.EmitHint.Unspecified, node, file);

/** Sorts members, because the compiler prints inferred types with members in varying order. */
function sortMembers(node: ts.Node): ts.Node {
  const file = node.getSourceFile();
  const sortByText = <One extends ts.Node>(nodes: Iterable<One>): One[] =>
    [...nodes].sort((left, right) => (printNode(left, file) < printNode(right, file) ? -1 : 1));
  const sortUnions: ts.TransformerFactory<ts.Node> = (context) => {
    const visit = (one: ts.Node): ts.Node => {
      const visited = ts.visitEachChild(one, visit, context);
      if (ts.isUnionTypeNode(visited)) return context.factory.createUnionTypeNode(sortByText(visited.types));
      if (ts.isTypeLiteralNode(visited))
        return context.factory.createTypeLiteralNode(sortByText(visited.members));
      return visited;
    };
    return visit;
  };
  return ts.transform(node, [sortUnions]).transformed[0]!;
}

function kindOf(type: ts.TypeNode | undefined): string {
  if (!type) return 'unknown';
  if (ts.isTypeReferenceNode(type)) return type.typeName.getText();
  return ts.isFunctionTypeNode(type) ? 'function' : ts.isLiteralTypeNode(type) ? type.getText() : 'object';
}

/** Collects all types of the package that its exports refer to, recursively. */
function collectReferences(
  checker: ts.TypeChecker,
  symbol: ts.Symbol,
  own: string,
  includedSymbols: Set<ts.Symbol>,
  aliases: Map<string, string>,
): void {
  const visit = (node: ts.Node): void => {
    const at = ts.isTypeReferenceNode(node)
      ? node.typeName
      : ts.isExpressionWithTypeArguments(node)
        ? node.expression
        : ts.isTypeQueryNode(node)
          ? node.exprName
          : null;
    const symbolAt = at && checker.getSymbolAtLocation(at);
    if (symbolAt) {
      const target = resolveAlias(checker, symbolAt);
      const file = target.declarations?.[0]?.getSourceFile().fileName;
      const isInside = file && !path.relative(own, file).startsWith('..');
      if (isInside && !includedSymbols.has(target) && !(target.flags & ts.SymbolFlags.TypeParameter)) {
        includedSymbols.add(target);
        aliases.set(`${target.name} ${path.relative(own, file)}`, declarationText(target));
        collectReferences(checker, target, own, includedSymbols, aliases);
      }
    }
    ts.forEachChild(node, visit);
  };
  for (const node of symbol.declarations ?? []) if (!ts.isVariableDeclaration(node)) visit(node);
}

/**
 * Values that were valid when they were stored and that the current schema rejects. They prevent neither a patch of
 * other fields nor a read; a response omits them (docs/decisions/0040-stored-values.md).
 */
import * as z from 'zod';
import type { Schema } from '@palkit/contract/endpoint';
import { ServiceError } from '@palkit/contract/service-error';
import { isSameDocument } from '@palkit/runtime/same';
import { issueMessage } from './words.ts';

type Path = readonly PropertyKey[];
type Issue = z.core.$ZodIssue;

/** Maximum number of schema issues that are skipped in one document; with more, reading fails. */
const MAX_COMPLAINTS = 100;

/** Parses a patched document, but keeps original values that the patch did not touch even if they are invalid. */
export function readPatched<Shape extends Schema>(
  schema: Shape,
  before: unknown,
  patched: unknown,
): z.output<Shape> {
  const parseResult = read(schema, patched);
  if (parseResult.success) return parseResult.data;
  const complaints = new Set(read(schema, before).error?.issues.flatMap(namesOf));
  const { data, gaps, fault } = stepOver(schema, patched, parseResult.error.issues[0]!, {
    // Removing an invalid value causes an issue that the original document does not have: a missing value. So
    // missing values are allowed.
    allows: (name, path, isGap) =>
      (isGap || complaints.has(name)) && isSameDocument(at(before, path), at(patched, path)),
    takesRequired: true,
  });
  if (fault) throw new ServiceError('invalid_patch', issueMessage(fault, schema, patched));
  return putBack(data, patched, gaps) as z.output<Shape>;
}

/** Returns the response in the form of the contract, and the dotted paths of the values that it omits. */
export function readAnswer<Shape extends Schema>(
  schema: Shape,
  answer: unknown,
): { body: z.output<Shape>; leftOut: readonly string[] } {
  const parseResult = read(schema, answer);
  if (parseResult.success) return { body: parseResult.data, leftOut: [] };
  const { data, gaps, fault } = stepOver(schema, answer, parseResult.error.issues[0]!, {
    allows: () => true,
    takesRequired: false,
  });
  if (fault) throw parseResult.error;
  return { body: data as z.output<Shape>, leftOut: gaps.map((path) => path.map(String).join('.')) };
}

interface Rules {
  allows(complaint: string, path: Path, isGap: boolean): boolean;
  /** True if an invalid required field at the top level is kept as it is stored. */
  takesRequired: boolean;
}

/** Removes values from a copy of the document until the schema accepts it. `fault` is an issue that remains. */
function stepOver(
  schema: Schema,
  document: unknown,
  first: Issue,
  { allows, takesRequired }: Rules,
): { data?: unknown; gaps: Path[]; fault?: Issue } {
  const rest = structuredClone(document);
  const gaps: Path[] = [];
  let shape = schema;
  let issue = first;
  for (let count = 0; count < MAX_COMPLAINTS; count++) {
    const isGap = gaps.some((one) => isSameDocument(one, issue.path));
    const names = namesOf(issue);
    const paths = pathsOf(issue, rest).filter((path, index) => allows(names[index]!, path, isGap));
    if (paths.length === 0) break;
    for (const path of paths) {
      Reflect.deleteProperty(at(rest, path.slice(0, -1)) as object, path.at(-1)!);
      if (takesRequired && path.length === 1) shape = allowAny(shape, path[0]!);
    }
    gaps.push(...paths);
    const again = read(shape, rest);
    if (again.success) return { data: again.data, gaps };
    issue = again.error.issues[0]!;
  }
  return { gaps, fault: issue };
}

const read = <Shape extends Schema>(schema: Shape, document: unknown) =>
  z.safeParse(schema, document, { reportInput: true });

/** Returns the schema with one field that accepts any value; unchanged if it has checks across fields. */
function allowAny(schema: Schema, field: PropertyKey): Schema {
  const { def } = (schema as unknown as z.core.$ZodTypes)._zod;
  if (def.type !== 'object' || def.checks?.length) return schema;
  return z.object({ ...def.shape, [field]: z.unknown().optional() });
}

/** Returns names of an issue, equal for the same issue at the same path; each unknown field has its own. */
const namesOf = (issue: Issue): string[] =>
  issue.code === 'unrecognized_keys'
    ? issue.keys.map((key) => JSON.stringify([...issue.path, key].map(String)))
    : [JSON.stringify([issue.path.map(String), issue.message])];

/** Returns the paths of the values that an issue is about; empty if it is about the document itself. */
function pathsOf(issue: Issue, document: unknown): Path[] {
  if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => [...issue.path, key]);
  let path: Path = issue.path;
  // A missing value is an issue of the object that lacks it. Removing one entry of a list would shift the others, so
  // the complete list is removed.
  while (path.length > 0 && (!has(document, path) || typeof path.at(-1) === 'number'))
    path = path.slice(0, -1);
  return path.length === 0 ? [] : [path];
}

const has = (document: unknown, path: Path): boolean => {
  const parent = at(document, path.slice(0, -1));
  return typeof parent === 'object' && parent !== null && Object.hasOwn(parent, path.at(-1)!);
};

const at = (document: unknown, path: Path): unknown =>
  path.reduce<unknown>(
    (inner, name) =>
      typeof inner === 'object' && inner !== null && Object.hasOwn(inner, name)
        ? (inner as Record<PropertyKey, unknown>)[name]
        : undefined,
    document,
  );

function putBack(document: unknown, patched: unknown, gaps: readonly Path[]): unknown {
  // Outer values are restored last, because they contain the inner ones.
  for (const path of gaps) {
    const parent = at(document, path.slice(0, -1));
    if (typeof parent === 'object' && parent !== null)
      Object.defineProperty(parent, path.at(-1)!, {
        value: at(patched, path),
        enumerable: true,
        writable: true,
        configurable: true,
      });
  }
  return document;
}

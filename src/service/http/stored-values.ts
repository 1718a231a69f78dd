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
const MAX_ISSUES = 100;

/**
 * Parses a patched document, but keeps original values that the patch did not touch even if they are invalid.
 * Throws a `ServiceError` if a value that the patch changed is invalid.
 */
export function readPatched<Shape extends Schema>(
  schema: Shape,
  document: unknown,
  patched: unknown,
): z.output<Shape> {
  const parseResult = read(schema, patched);
  if (parseResult.success) return parseResult.data;
  const oldIssues = new Set(read(schema, document).error?.issues.flatMap(namesOf));
  const { data, gaps, fault } = removeInvalidValues(schema, patched, parseResult.error.issues[0]!, {
    // A removed value causes an issue that the original document does not have, so missing values are allowed.
    allows: (name, path, isGap) =>
      (isGap || oldIssues.has(name)) && isSameDocument(valueAt(document, path), valueAt(patched, path)),
    acceptsRequired: true,
  });
  if (fault) throw new ServiceError('invalid_patch', issueMessage(fault, schema, patched));
  return restoreValues(data, patched, gaps) as z.output<Shape>;
}

/** Returns the response in the form of the contract, and the dotted paths of the values that it omits. */
export function readAnswer<Shape extends Schema>(
  schema: Shape,
  answer: unknown,
): { body: z.output<Shape>; leftOut: readonly string[] } {
  const parseResult = read(schema, answer);
  if (parseResult.success) return { body: parseResult.data, leftOut: [] };
  const { data, gaps, fault } = removeInvalidValues(schema, answer, parseResult.error.issues[0]!, {
    allows: () => true,
    acceptsRequired: false,
  });
  if (fault) throw parseResult.error;
  return { body: data as z.output<Shape>, leftOut: gaps.map((path) => path.map(String).join('.')) };
}

interface Rules {
  allows(issueName: string, path: Path, isGap: boolean): boolean;
  /** True if an invalid required field at the top level is kept with its stored value. */
  acceptsRequired: boolean;
}

/** Removes values from a copy of the document until the schema accepts it. `fault` is an issue that remains. */
function removeInvalidValues(
  schema: Schema,
  document: unknown,
  firstIssue: Issue,
  { allows, acceptsRequired }: Rules,
): { data?: unknown; gaps: Path[]; fault?: Issue } {
  const reduced = structuredClone(document);
  const gaps: Path[] = [];
  let currentSchema = schema;
  let issue = firstIssue;
  for (let count = 0; count < MAX_ISSUES; count++) {
    const isGap = gaps.some((gap) => isSameDocument(gap, issue.path));
    const names = namesOf(issue);
    const paths = pathsOf(issue, reduced).filter((path, index) => allows(names[index]!, path, isGap));
    if (paths.length === 0) break;
    for (const path of paths) {
      Reflect.deleteProperty(valueAt(reduced, path.slice(0, -1)) as object, path.at(-1)!);
      if (acceptsRequired && path.length === 1) currentSchema = allowAny(currentSchema, path[0]!);
    }
    gaps.push(...paths);
    const parseResult = read(currentSchema, reduced);
    if (parseResult.success) return { data: parseResult.data, gaps };
    issue = parseResult.error.issues[0]!;
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

/** Returns a stable name for an issue at a path; an issue about several unknown fields has one name per field. */
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
  while (path.length > 0 && (!hasPath(document, path) || typeof path.at(-1) === 'number'))
    path = path.slice(0, -1);
  return path.length === 0 ? [] : [path];
}

const hasPath = (document: unknown, path: Path): boolean => {
  const parent = valueAt(document, path.slice(0, -1));
  return typeof parent === 'object' && parent !== null && Object.hasOwn(parent, path.at(-1)!);
};

const valueAt = (document: unknown, path: Path): unknown =>
  path.reduce<unknown>(
    (parent, name) =>
      typeof parent === 'object' && parent !== null && Object.hasOwn(parent, name)
        ? (parent as Record<PropertyKey, unknown>)[name]
        : undefined,
    document,
  );

function restoreValues(document: unknown, patched: unknown, paths: readonly Path[]): unknown {
  // Outer values are restored last, because they contain the inner ones.
  for (const path of paths) {
    const parent = valueAt(document, path.slice(0, -1));
    if (typeof parent === 'object' && parent !== null)
      Object.defineProperty(parent, path.at(-1)!, {
        value: valueAt(patched, path),
        enumerable: true,
        writable: true,
        configurable: true,
      });
  }
  return document;
}

/** Applies a JSON Patch completely or not at all (RFC 6902; docs/decisions/0025-interface.md#patches). */
import fastJsonPatch from 'fast-json-patch';
import type * as z from 'zod';
import type { JsonPatch } from '@palkit/contract/json-patch';
import type { Schema } from '@palkit/contract/endpoint';
import { ServiceError } from '@palkit/contract/service-error';
import { isSameDocument } from '@palkit/runtime/same';
import { unknownFields, unknownWords, type UnknownField } from '@palkit/contract/unknown-fields';
import { readPatched } from './stored-values.ts';

const FORBIDDEN = new Set(['__proto__', 'constructor', 'prototype']);

interface Options<Shape extends Schema> {
  schema: Shape;
  /** First segments of pointers that a patch may change. */
  patchable: readonly string[];
  /** First segments that a patch may set, but neither test nor copy. */
  writeOnly?: readonly string[];
  /** Matches pointers that a patch may only test. */
  testOnly?: RegExp;
  /** Receives the paths of fields that the patch adds without an effect. */
  warn?(paths: readonly string[]): void;
}

/** Returns the document after the patch, parsed by its schema; the original one if nothing changes. */
export function applyJsonPatch<Shape extends Schema>(
  document: object,
  patch: JsonPatch,
  options: Options<Shape>,
): z.output<Shape> {
  return applyTo(document, structuredClone(document), patch, options).fields;
}

/**
 * Patches a document whose `data` is a list of items. `origins` has for each resulting item the index of its
 * original, or null for an item that was added, copied or replaced. An item that was moved or edited keeps its
 * original.
 */
export function applyJsonPatchToItems<Shape extends Schema>(
  document: { data: readonly object[] },
  patch: JsonPatch,
  options: Options<Shape>,
): { fields: z.output<Shape>; origins: (number | null)[] } {
  const working = structuredClone(document);
  // A move keeps the object and a copy creates another, so the object identifies the item.
  const indexes = new Map<unknown, number>(working.data.map((item, index) => [item, index]));
  const { patched, fields } = applyTo(document, working, patch, options);
  return { fields, origins: (patched as { data: unknown[] }).data.map((item) => indexes.get(item) ?? null) };
}

/** Changes `working`, a copy of the document, in place. */
function applyTo<Shape extends Schema>(
  document: object,
  working: object,
  patch: JsonPatch,
  options: Options<Shape>,
): { patched: unknown; fields: z.output<Shape> } {
  for (const operation of patch) checkOperation(operation, options);
  const storedUnknownFields = unknownFields(options.schema, working);
  let patched: unknown;
  try {
    patched = applyOperations(working, patch as fastJsonPatch.Operation[]);
  } catch (error) {
    if (error instanceof ServiceError) throw error;
    const { name = '', operation } = error as { name?: string; operation?: { path: string } };
    if (name === 'TEST_OPERATION_FAILED') throw new ServiceError('patch_test_failed');
    const reason = REASONS[name] ?? 'The patch cannot be applied';
    throw new ServiceError('invalid_patch', `${reason}: ${String(operation?.path).slice(0, 100)}.`);
  }
  const fields = readPatched(options.schema, document, patched);
  const addedUnknownFields = addedFields(storedUnknownFields, unknownFields(options.schema, patched));
  const refusedField = addedUnknownFields.find(({ isKept }) => !isKept);
  if (refusedField) throw new ServiceError('invalid_patch', unknownWords(refusedField));
  options.warn?.(addedUnknownFields.map(({ path }) => path));
  // A document of an earlier version lacks defaults of the current schema, which do not count as a change.
  return { patched, fields: isSameDocument(patched, document) ? (document as z.output<Shape>) : fields };
}

/**
 * Returns the unknown fields that a patch adds. Unknown fields that are stored already must not prevent a patch of
 * other fields, even if their item is moved.
 */
function addedFields(before: readonly UnknownField[], after: readonly UnknownField[]): UnknownField[] {
  const nameOf = ({ path }: UnknownField) => path.slice(path.lastIndexOf('.') + 1);
  const storedNames = new Set(before.map(nameOf));
  return after.filter((field) => !storedNames.has(nameOf(field)));
}

/**
 * Maximum number of UTF-16 units of the JSON document after each operation. Without it, a few copies of a document
 * into itself would exhaust the memory.
 */
export const MAX_DOCUMENT_LENGTH = 1024 * 1024;
/** Maximum number of times that the document's size is measured in one patch. */
const MAX_MEASUREMENTS = 10;

/**
 * Applies the operations one after another. The sizes of the added values are summed, and the document is measured
 * when the sum exceeds the limit.
 */
function applyOperations(working: object, operations: readonly fastJsonPatch.Operation[]): unknown {
  let patched: unknown = working;
  let size = lengthOf(working);
  let measurements = 0;
  for (const [index, operation] of operations.entries()) {
    refuseIndexes(patched, operation);
    const missingParent = missingParentOf(patched, operation);
    if (missingParent !== null)
      throw new ServiceError(
        'invalid_patch',
        `${missingParent} does not exist yet. Add it first: {"op":"add","path":"${missingParent}","value":{}}.`,
      );
    const addedBytes = addedSize(operation, patched);
    size += addedBytes;
    if (size > MAX_DOCUMENT_LENGTH) {
      // Earlier operations may have removed data, so measure the document again.
      measurements += 1;
      size = lengthOf(patched) + addedBytes;
      if (size > MAX_DOCUMENT_LENGTH || measurements > MAX_MEASUREMENTS)
        throw new ServiceError('invalid_patch', 'The patch makes the document too large.');
    }
    patched = fastJsonPatch.applyOperation(patched, operation, true, true, true, index).newDocument;
  }
  return patched;
}

function addedSize(operation: fastJsonPatch.Operation, document: unknown): number {
  if (operation.op === 'add') return lengthOf(operation.value);
  if (operation.op === 'replace')
    return lengthOf(operation.value) - lengthOf(fastJsonPatch.getValueByPointer(document, operation.path));
  return operation.op === 'copy' ? lengthOf(fastJsonPatch.getValueByPointer(document, operation.from)) : 0;
}

/** Returns the pointer to the missing parent of a field that the operation sets; null if it exists. */
function missingParentOf(document: unknown, operation: fastJsonPatch.Operation): string | null {
  if (operation.op !== 'add' && operation.op !== 'replace') return null;
  const segments = operation.path.split('/').slice(1, -1);
  let parent: unknown = document;
  for (const [depth, segment] of segments.entries()) {
    if (typeof parent !== 'object' || parent === null || Array.isArray(parent)) return null;
    const name = segment.replace(/~1/g, '/').replace(/~0/g, '~');
    if (!Object.hasOwn(parent, name)) return `/${segments.slice(0, depth + 1).join('/')}`.slice(0, 200);
    parent = (parent as Record<string, unknown>)[name];
  }
  return null;
}

/** Refuses list indexes with leading zeros (RFC 6901, section 4); the library accepts `01` as 1. */
function refuseIndexes(document: unknown, operation: fastJsonPatch.Operation): void {
  for (const pointer of [operation.path, 'from' in operation ? operation.from : null]) {
    let here = document;
    for (const segment of pointer?.split('/').slice(1) ?? []) {
      if (typeof here !== 'object' || here === null) break;
      const name = segment.replace(/~1/g, '/').replace(/~0/g, '~');
      if (Array.isArray(here) && name !== '-' && !/^(0|[1-9]\d*)$/.test(name))
        throw new ServiceError(
          'invalid_patch',
          `${name.slice(0, 60) || 'An empty segment'} is not an index of a list (no leading zeros).`,
        );
      here = Object.hasOwn(here, name) ? (here as Record<string, unknown>)[name] : undefined;
    }
  }
}

const lengthOf = (value: unknown): number => JSON.stringify(value)?.length ?? 0;

const REASONS: Record<string, string> = {
  OPERATION_PATH_UNRESOLVABLE: 'A path of the patch does not exist',
  OPERATION_FROM_UNRESOLVABLE: 'A from of the patch does not exist',
  OPERATION_PATH_CANNOT_ADD: 'A path of the patch cannot be added to',
  OPERATION_VALUE_REQUIRED: 'An operation of the patch needs a value',
  OPERATION_VALUE_OUT_OF_BOUNDS: 'An index of the patch is out of bounds',
  OPERATION_PATH_ILLEGAL_ARRAY_INDEX: 'An index of the patch is not a number',
};

type Operation = JsonPatch[number];
type PatchRules = Pick<Options<Schema>, 'patchable' | 'writeOnly' | 'testOnly'>;

const refuse = (reason: string): never => {
  throw new ServiceError('invalid_patch', reason);
};

const requiresFrom = ({ op }: Operation): boolean => op === 'move' || op === 'copy';
const needsValue = ({ op }: Operation): boolean => op === 'add' || op === 'replace' || op === 'test';

const movesInsideItself = ({ op, path, from }: Operation): boolean =>
  op === 'move' && path.startsWith(`${from}/`);

function checkOperation(operation: Operation, rules: PatchRules): void {
  const { op, path, from } = operation;
  if (requiresFrom(operation) && from === undefined) refuse('A move or copy needs a from.');
  checkPointer(path, operation, rules);
  if (requiresFrom(operation)) checkPointer(from!, operation, rules);
  if (needsValue(operation) && operation.value === undefined)
    refuse(`The ${op} of ${path.slice(0, 60)} needs a value.`);
}

/** Throws unless the operation is allowed at this pointer. */
function checkPointer(
  pointer: string,
  operation: Operation,
  { patchable, writeOnly, testOnly }: PatchRules,
): void {
  const [prefix, field, ...rest] = pointer
    .split('/')
    .map((segment) => segment.replace(/~1/g, '/').replace(/~0/g, '~'));
  if (prefix !== '' || field === undefined) return refuse('A path of the patch must start with /.');
  if ([field, ...rest].some((segment) => FORBIDDEN.has(segment))) refuse('A path of the patch is forbidden.');
  if (!patchable.includes(field))
    refuse(
      `/${field.slice(0, 60)} cannot be patched. Fields that can be patched: ` +
        `${patchable.map((name) => `/${name}`).join(', ')}.`,
    );
  if (movesInsideItself(operation) && pointer === operation.path)
    refuse('A move cannot put a value inside itself.');
  const tests = operation.op === 'test';
  if (!tests && testOnly?.test(pointer)) refuse(`${pointer.slice(0, 60)} cannot be changed.`);
  if (writeOnly?.includes(field) && (tests || requiresFrom(operation)))
    refuse(`/${field} can only be set or removed.`);
}

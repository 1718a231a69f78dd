/** Applies a JSON Patch whole or not at all (RFC 6902; decisions §2). */
import fastJsonPatch from 'fast-json-patch';
import * as z from 'zod';
import type { JsonPatch } from '../../contract/json-patch.ts';
import type { Schema } from '../../contract/endpoint.ts';
import { Refusal } from '../../contract/errors.ts';
import { words } from '../http/words.ts';

const FORBIDDEN = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * The document after the patch, as its schema reads it. `patchable` names the first segments that may be changed,
 * `writeOnly` those that may be set but neither tested nor copied from.
 */
export function applyJsonPatch<Shape extends Schema>(
  document: object,
  patch: JsonPatch,
  options: { schema: Shape; patchable: readonly string[]; writeOnly?: readonly string[] },
): z.output<Shape> {
  for (const operation of patch) judge(operation, options);
  let patched: unknown;
  try {
    patched = fastJsonPatch.applyPatch(document, patch as fastJsonPatch.Operation[], true, false, true).newDocument;
  } catch (error) {
    const name = (error as { name?: string }).name;
    if (name === 'TEST_OPERATION_FAILED') throw new Refusal('patch_test_failed');
    throw new Refusal('invalid_patch', REASONS[name ?? ''] ?? 'The patch cannot be applied.');
  }
  const parsed = z.safeParse(options.schema, patched, { reportInput: true });
  if (!parsed.success) throw new Refusal('invalid_patch', words(parsed.error.issues[0]));
  return parsed.data;
}

const REASONS: Record<string, string> = {
  OPERATION_PATH_UNRESOLVABLE: 'A path of the patch does not exist.',
  OPERATION_FROM_UNRESOLVABLE: 'A from of the patch does not exist.',
  OPERATION_PATH_CANNOT_ADD: 'A path of the patch cannot be added to.',
  OPERATION_VALUE_REQUIRED: 'An operation of the patch needs a value.',
  OPERATION_VALUE_OUT_OF_BOUNDS: 'An index of the patch is out of bounds.',
  OPERATION_PATH_ILLEGAL_ARRAY_INDEX: 'An index of the patch is not a number.',
};

function judge(operation: JsonPatch[number], options: { patchable: readonly string[]; writeOnly?: readonly string[] }): void {
  const needsFrom = operation.op === 'move' || operation.op === 'copy';
  if (needsFrom && operation.from === undefined) throw new Refusal('invalid_patch', 'A move or copy needs a from.');
  for (const pointer of needsFrom ? [operation.path, operation.from!] : [operation.path]) {
    const [empty, first, ...rest] = pointer.split('/').map((segment) => segment.replace(/~1/g, '/').replace(/~0/g, '~'));
    if (empty !== '' || first === undefined) throw new Refusal('invalid_patch', 'A path of the patch must start with /.');
    if ([first, ...rest].some((segment) => FORBIDDEN.has(segment))) throw new Refusal('invalid_patch', 'A path of the patch is forbidden.');
    if (!options.patchable.includes(first)) throw new Refusal('invalid_patch', `/${first.slice(0, 60)} may not be patched. Patchable are ${options.patchable.map((name) => `/${name}`).join(', ')}.`);
    if (pointer === operation.path && operation.op === 'move' && pointer.startsWith(`${operation.from}/`)) throw new Refusal('invalid_patch', 'A move cannot put a thing inside itself.');
    if (options.writeOnly?.includes(first) && (operation.op === 'test' || needsFrom)) throw new Refusal('invalid_patch', `/${first} can only be set or removed.`);
  }
  if ((operation.op === 'add' || operation.op === 'replace' || operation.op === 'test') && operation.value === undefined) {
    throw new Refusal('invalid_patch', `The ${operation.op} of ${operation.path.slice(0, 60)} needs a value.`);
  }
}

/** Whether two documents say the same, whatever the order of their keys. */
export function same(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null || Array.isArray(one) !== Array.isArray(other)) return false;
  const keys = (value: object) => Object.keys(value).filter((key) => (value as Record<string, unknown>)[key] !== undefined);
  const mine = keys(one);
  return mine.length === keys(other).length && mine.every((key) => Object.hasOwn(other, key) && same((one as Record<string, unknown>)[key], (other as Record<string, unknown>)[key]));
}

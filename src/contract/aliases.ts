/**
 * Legacy names of resources (specification: versioning-2, versioning-3). Requests may use either name on either path;
 * the responses of each path use its own names.
 */
import type { Endpoint, Schema } from './endpoint.ts';

/** The current name by legacy name. */
export const LEGACY_NAMES = {
  persona_id: 'pal_id',
  persona_name: 'pal_name',
  persona_type: 'pal_type',
  default_replica_id: 'default_face_id',
  replica_id: 'face_id',
  replica_name: 'face_name',
  replica_type: 'face_type',
} as const;

/** Alternative names of fields in requests for PALs. */
export const PAL_BODY_NAMES = { ...LEGACY_NAMES, greeting: 'custom_greeting' } as const;

const CURRENT_NAMES = Object.fromEntries(
  Object.entries(LEGACY_NAMES).map(([legacy, current]) => [current, legacy]),
);

/** Returns the same endpoint with its legacy path and names. */
export function legacyEndpoint<
  const Row extends Endpoint,
  const Path extends string,
  Body extends Schema | undefined = Row['body'],
>(
  row: Row,
  name: string,
  path: Path,
  body?: Body,
): Omit<Row, 'name' | 'path' | 'naming' | 'body' | 'aliasOf'> & {
  name: string;
  path: Path;
  naming: 'legacy';
  body: Body;
  aliasOf: Row['name'];
} {
  return { ...row, name, path, naming: 'legacy', body: (body ?? row.body) as Body, aliasOf: row.name };
}

/** Renames legacy names among an object's own keys. The same key with two different values is a conflict. */
export function toCurrent(
  value: unknown,
  names: Readonly<Record<string, string>> = LEGACY_NAMES,
): { value: unknown; conflict?: string } {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { value };
  const renamedFields: Record<string, unknown> = {};
  for (const [key, fieldValue] of Object.entries(value)) {
    const name = Object.hasOwn(names, key) ? (names[key] ?? key) : key;
    if (
      Object.hasOwn(renamedFields, name) &&
      JSON.stringify(renamedFields[name]) !== JSON.stringify(fieldValue)
    )
      return { value, conflict: name };
    Object.defineProperty(renamedFields, name, {
      value: fieldValue,
      enumerable: true,
      writable: true,
      configurable: true,
    });
  }
  return { value: renamedFields };
}

/** Renames keys of a response to legacy names: its own keys, and those of the items in `data`. */
export function toLegacy(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(toLegacy);
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      CURRENT_NAMES[key] ?? key,
      key === 'data' ? toLegacy(inner) : inner,
    ]),
  );
}

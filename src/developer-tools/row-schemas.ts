/** The shapes of rows as JSON Schema. */
import * as z from 'zod';
import { LEGACY_NAMES } from '@palkit/contract/aliases';
import type { Endpoint, Schema } from '@palkit/contract/endpoint';

export type Json = Record<string, unknown>;

const TO_LEGACY = new Map(
  Object.entries(LEGACY_NAMES).map(([legacy, current]) => [current as string, legacy]),
);

export const wireName = (row: Endpoint, name: string) =>
  row.naming === 'legacy' ? (TO_LEGACY.get(name) ?? name) : name;

/**
 * Tools for OpenAPI read patterns in other dialects, without Unicode properties (`\p{L}`) and long escapes. Such a
 * pattern is omitted; a part that requires visible text stays.
 */
function weaken(schema: unknown): void {
  if (typeof schema !== 'object' || schema === null) return;
  for (const inner of Object.values(schema)) weaken(inner);
  const { pattern } = schema as { pattern?: unknown };
  if (typeof pattern !== 'string' || !/\\[pPu]\{/.test(pattern)) return;
  const original = new RegExp(pattern, 'u');
  if (original.test('') || original.test(' ')) delete (schema as Json)['pattern'];
  else (schema as Json)['pattern'] = '\\S';
}

/** Number of fields from which an object is printed as names. */
const MANY_FIELDS = 30;

/** Prints a closed object of many fields as their names and their most frequent schema. */
function shorten(schema: unknown): void {
  if (typeof schema !== 'object' || schema === null) return;
  for (const inner of Object.values(schema)) shorten(inner);
  const { properties, additionalProperties, required } = schema as Json;
  if (additionalProperties !== false || required !== undefined) return;
  const fields = Object.entries(properties as Json).map(
    ([name, field]) => [name, JSON.stringify(field)] as const,
  );
  if (fields.length < MANY_FIELDS) return;
  const shapes = fields.map(([, shape]) => shape);
  const countOf = (shape: string) => shapes.filter((one) => one === shape).length;
  const usual = shapes.reduce((best, shape) => (countOf(shape) > countOf(best) ? shape : best));
  const others = fields.filter(([, shape]) => shape !== usual);
  if (others.length > fields.length / 10) return;
  Object.assign(schema, {
    properties: Object.fromEntries(others.map(([name, shape]) => [name, JSON.parse(shape) as Json])),
    propertyNames: { enum: fields.map(([name]) => name) },
    additionalProperties: JSON.parse(usual) as Json,
  });
}

/** A schema as JSON Schema 2020-12, which OpenAPI 3.1 uses. */
export function jsonSchema(shape: Schema, io: 'input' | 'output'): Json {
  const jsonShape = z.toJSONSchema(shape, { io, unrepresentable: 'any', target: 'draft-2020-12' }) as Json;
  delete jsonShape['$schema'];
  weaken(jsonShape);
  shorten(jsonShape);
  return jsonShape;
}

/**
 * A query as JSON Schema. Its values are texts that are converted to numbers and flags, so types, bounds and defaults
 * are those of the converted values.
 */
export function querySchema(row: Endpoint, shape: Schema): Record<string, Json> {
  const jsonShape = z.toJSONSchema(shape, {
    io: 'input',
    unrepresentable: 'any',
    target: 'draft-2020-12',
    override({ zodSchema, jsonSchema }) {
      const { def } = zodSchema._zod;
      if (def.type === 'default') jsonSchema.default = def.defaultValue;
      if (def.type !== 'pipe') return;
      const read = readType(def.out);
      if (!read) return;
      delete jsonSchema.pattern;
      delete jsonSchema.enum;
      Object.assign(jsonSchema, read);
    },
  }) as { properties?: Record<string, Json> };
  const properties = jsonShape.properties ?? {};
  weaken(properties);
  // A default has the type of the converted value; if the type remains text, so does its default.
  for (const property of Object.values(properties)) {
    const { type, default: fallback } = property;
    if (type === 'string' && typeof fallback === 'number') property['default'] = `${fallback}`;
  }
  return row.naming === 'legacy' ? (renameKeys(properties) as Record<string, Json>) : properties;
}

/** The number or flag that a text in a query is converted to; null for any other type. */
function readType(schema: z.core.$ZodType): Json | null {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === 'pipe') return readType(def.out);
  if (def.type === 'number') {
    const { type, minimum, maximum } = jsonSchema(schema as Schema, 'output');
    return { type, minimum, maximum };
  }
  return def.type === 'boolean' ? { type: 'boolean' } : null;
}

export function rowSchema(row: Endpoint, shape: Schema, io: 'input' | 'output'): Json {
  const jsonShape = jsonSchema(shape, io);
  return row.naming === 'legacy' ? (renameKeys(jsonShape) as Json) : jsonShape;
}

function renameKeys(value: unknown): unknown {
  if (Array.isArray(value))
    return value.map((item) => (typeof item === 'string' ? (TO_LEGACY.get(item) ?? item) : renameKeys(item)));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [TO_LEGACY.get(key) ?? key, renameKeys(inner)]),
  );
}

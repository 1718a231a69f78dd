/** Converts the schemas of endpoints to JSON Schema. */
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
 * Removes patterns with Unicode properties (`\p{L}`) or long escapes, because OpenAPI tools read patterns in
 * other dialects. A pattern that accepts neither an empty text nor a space is replaced by one that requires
 * visible text.
 */
function simplifyPatterns(schema: unknown): void {
  if (typeof schema !== 'object' || schema === null) return;
  for (const inner of Object.values(schema)) simplifyPatterns(inner);
  const { pattern } = schema as { pattern?: unknown };
  if (typeof pattern !== 'string' || !/\\[pPu]\{/.test(pattern)) return;
  const original = new RegExp(pattern, 'u');
  if (original.test('') || original.test(' ')) delete (schema as Json)['pattern'];
  else (schema as Json)['pattern'] = '\\S';
}

/** Minimum number of fields of an object that is described by their names only. */
const MANY_FIELDS = 30;

/** Describes a closed object with many fields by their names and their most frequent schema. */
function compactProperties(schema: unknown): void {
  if (typeof schema !== 'object' || schema === null) return;
  for (const inner of Object.values(schema)) compactProperties(inner);
  const { properties, additionalProperties, required } = schema as Json;
  if (additionalProperties !== false || required !== undefined) return;
  const fields = Object.entries(properties as Json).map(
    ([name, field]) => [name, JSON.stringify(field)] as const,
  );
  if (fields.length < MANY_FIELDS) return;
  const shapes = fields.map(([, shape]) => shape);
  const countOf = (shape: string) => shapes.filter((otherShape) => otherShape === shape).length;
  const usual = shapes.reduce((best, shape) => (countOf(shape) > countOf(best) ? shape : best));
  const otherFields = fields.filter(([, shape]) => shape !== usual);
  if (otherFields.length > fields.length / 10) return;
  Object.assign(schema, {
    properties: Object.fromEntries(otherFields.map(([name, shape]) => [name, JSON.parse(shape) as Json])),
    propertyNames: { enum: fields.map(([name]) => name) },
    additionalProperties: JSON.parse(usual) as Json,
  });
}

/** Converts a schema to JSON Schema 2020-12, which OpenAPI 3.1 uses. */
export function jsonSchema(shape: Schema, io: 'input' | 'output'): Json {
  const jsonShape = z.toJSONSchema(shape, { io, unrepresentable: 'any', target: 'draft-2020-12' }) as Json;
  delete jsonShape['$schema'];
  simplifyPatterns(jsonShape);
  compactProperties(jsonShape);
  return jsonShape;
}

/**
 * Converts the schema of a query to JSON Schema. Its values are strings that are converted to numbers and flags, so
 * types, bounds and defaults are those of the converted values.
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
      const type = readType(def.out);
      if (!type) return;
      delete jsonSchema.pattern;
      delete jsonSchema.enum;
      Object.assign(jsonSchema, type);
    },
  }) as { properties?: Record<string, Json> };
  const properties = jsonShape.properties ?? {};
  simplifyPatterns(properties);
  // A default has the type of the converted value, or is a string if the type remains string.
  for (const property of Object.values(properties)) {
    const { type, default: fallback } = property;
    if (type === 'string' && typeof fallback === 'number') property['default'] = `${fallback}`;
  }
  return row.naming === 'legacy' ? (renameKeys(properties) as Record<string, Json>) : properties;
}

/** Returns the number or flag to which a string in a query is converted; null for any other type. */
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

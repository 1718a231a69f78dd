/**
 * Finds request fields that are not in the schema. If the schema does not store such fields, the request is
 * rejected; if it stores them, a warning is sent. No field is ignored silently
 * (docs/decisions/0024-unknown-fields.md).
 */
import * as z from 'zod/mini';

export interface UnknownField {
  /** The dotted path within the body or the query. */
  path: string;
  /** True if the schema stores the field, which then has no effect. */
  isKept: boolean;
  /** The known fields of the same object. */
  fieldNames: readonly string[];
}

/** Maximum number of changed letters in a name that counts as a misspelling. */
const MAX_CHANGES = 3;

type Schema = z.core.$ZodType;
type Definition = z.core.$ZodTypes['_zod']['def'];

export function unknownFields(schema: Schema, value: unknown): UnknownField[] {
  const fields: UnknownField[] = [];
  visit(schema, value, [], fields);
  return fields;
}

/** Returns a message with the unknown field and the most similar known one. */
export function unknownWords({ path, fieldNames }: UnknownField): string {
  const nearest = nearestTo(path.slice(path.lastIndexOf('.') + 1), fieldNames);
  return `${path} is unknown here.${nearest === null ? '' : ` Did you mean ${nearest}?`}`;
}

function visit(schema: Schema, value: unknown, path: readonly string[], fields: UnknownField[]): void {
  if (value === null || value === undefined) return;
  const definition = (schema as z.core.$ZodTypes)._zod.def;
  switch (definition.type) {
    case 'object':
      if (isRecord(value)) visitObject(definition, value, path, fields);
      return;
    case 'array':
      if (Array.isArray(value))
        for (const [index, entry] of value.entries())
          visit(definition.element, entry, [...path, `${index}`], fields);
      return;
    case 'record':
      if (isRecord(value))
        for (const [name, entry] of Object.entries(value))
          visit(definition.valueType, entry, [...path, name], fields);
      return;
    case 'union': {
      const option = definition.options.find((candidate) => z.safeParse(candidate, value).success);
      if (option) visit(option, value, path, fields);
      return;
    }
    default: {
      const innerDefinition = innerOf(definition);
      if (innerDefinition) visit(innerDefinition, value, path, fields);
    }
  }
}

/**
 * Returns the schema inside a wrapper such as `optional`, or the input of a pipe; null for any other schema.
 */
function innerOf(definition: Definition): Schema | null {
  if (definition.type === 'pipe') return definition.in;
  if (definition.type === 'lazy') return definition.getter();
  return 'innerType' in definition ? definition.innerType : null;
}

function visitObject(
  { shape, catchall }: z.core.$ZodObjectDef,
  value: Record<string, unknown>,
  path: readonly string[],
  fields: UnknownField[],
): void {
  const names = Object.keys(shape);
  // An object without known fields is a dictionary whose keys the caller chooses, so its keys are not
  // checked.
  const isOpen = catchall !== undefined && names.length === 0;
  for (const [name, entry] of Object.entries(value)) {
    const schema = Object.hasOwn(shape, name) ? shape[name] : undefined;
    if (schema) visit(schema, entry, [...path, name], fields);
    else if (!isOpen)
      fields.push({
        path: [...path, name].join('.').slice(0, 200),
        isKept: catchall !== undefined,
        fieldNames: names,
      });
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Returns the known name that differs least from `name`: by a few letters, or because one of the two is a
 * complete part of the other. Null if no known name is similar.
 */
export function nearestTo(name: string, fieldNames: readonly string[]): string | null {
  const [best] = fieldNames
    .map((one) => ({ one, changes: changesBetween(name.slice(0, 60), one) }))
    .filter(({ one, changes }) => changes <= Math.min(MAX_CHANGES, one.length / 2) || isPartOf(one, name))
    .sort((first, second) => first.changes - second.changes);
  return best?.one ?? null;
}

/** True if one name is a complete part of the other, such as `greeting` in `custom_greeting`. */
const isPartOf = (one: string, other: string): boolean =>
  other.length > 3 &&
  (one.split('_').includes(other) || one.endsWith(`_${other}`) || other.endsWith(`_${one}`));

/** Returns the Levenshtein distance of two short names. */
function changesBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [i, letter] of [...one].entries()) {
    const next = [i + 1];
    for (let j = 0; j < other.length; j++)
      next.push(
        Math.min((row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1, (row[j] ?? 0) + (letter === other[j] ? 0 : 1)),
      );
    row = next;
  }
  return row.at(-1) ?? 0;
}

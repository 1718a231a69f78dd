/** Removes fields without an effect from a request before it is validated. */
import type { Endpoint } from '@palkit/contract/endpoint';
import { FIELDS_WITHOUT_EFFECT, type FieldsWithoutEffect } from '@palkit/contract/fields-without-effect';

type Values = NonNullable<FieldsWithoutEffect['body']>[string];
type Fields = Readonly<Record<string, unknown>>;

/** Returns the part of a request that has an effect, and adds the paths of the removed fields to `names`. */
export function effectivePart(
  row: Endpoint,
  part: 'query' | 'body',
  value: unknown,
  names: string[],
): unknown {
  const fields = FIELDS_WITHOUT_EFFECT[row.aliasOf ?? row.name]?.[part];
  if (!fields) return value;
  if (Array.isArray(value)) return effectiveOperations(value, fields, names);
  return Object.entries(fields).reduce(
    (rest, [path, values]) => withoutFields(rest, path.split('.'), values, () => names.push(path)),
    value,
  );
}

/** Removes operations of a JSON Patch on fields without an effect, and such fields within the values of operations. */
function effectiveOperations(
  operations: readonly unknown[],
  fields: Readonly<Record<string, Values>>,
  names: string[],
): unknown[] {
  return operations.flatMap((operation: unknown) => {
    if (!isFields(operation) || (operation['op'] !== 'add' && operation['op'] !== 'replace'))
      return [operation];
    const path = String(operation['path']).slice(1).replaceAll('/', '.');
    const fieldValues = Object.hasOwn(fields, path) ? fields[path] : undefined;
    if (fieldValues !== undefined && matches(fieldValues, operation['value'])) {
      names.push(path);
      return [];
    }
    const value = Object.entries(fields)
      .filter(([field]) => field.startsWith(`${path}.`))
      .reduce(
        (rest, [field, values]) =>
          withoutFields(rest, field.slice(path.length + 1).split('.'), values, () => names.push(field)),
        operation['value'],
      );
    return [value === operation['value'] ? operation : { ...operation, value }];
  });
}

/** Returns a copy without the field at the path if it has one of `values`; otherwise the same object. */
function withoutFields(
  value: unknown,
  [name, ...rest]: readonly string[],
  values: Values,
  onDropped: () => void,
): unknown {
  if (name === undefined || !isFields(value) || !Object.hasOwn(value, name)) return value;
  if (rest.length > 0) {
    const child = withoutFields(value[name], rest, values, onDropped);
    return child === value[name] ? value : { ...value, [name]: child };
  }
  if (!matches(values, value[name])) return value;
  onDropped();
  return Object.fromEntries(Object.entries(value).filter(([key]) => key !== name));
}

function matches(values: Values, value: unknown): boolean {
  if (values === true) return true;
  return values instanceof RegExp ? typeof value === 'string' && values.test(value) : values.includes(value);
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Describes the first issue of a validator: the field and its fault. */
import type * as z from 'zod';
import { unknownFields, unknownWords } from '@palkit/contract/unknown-fields';

/** Describes an issue. With `schema` and `input`, it names the known field most similar to an unknown one. */
export function issueMessage(issue?: z.core.$ZodIssue, schema?: z.core.$ZodType, input?: unknown): string {
  if (!issue) return 'The request is not valid.';
  if (issue.code === 'unrecognized_keys') {
    const path = field([...issue.path, issue.keys[0]!]);
    const unknown = schema && unknownFields(schema, input).find((candidate) => candidate.path === path);
    return unknownWords(unknown ?? { path, isKept: false, fieldNames: [] });
  }
  const fieldName = field(issue.path) || 'The body';
  const isMissing = issue.code === 'invalid_type' && issue.input === undefined;
  return `${fieldName} ${isMissing ? 'is required' : (readableMessage(issue.message) ?? 'is not valid')}.`;
}

const field = (path: readonly PropertyKey[]) => path.map(String).join('.').slice(0, 200);

/** Maps the validator's types to the terms in messages. */
const TYPE_NAMES = new Map([
  ['string', 'a string'],
  ['number', 'a number'],
  ['boolean', 'true or false'],
  ['object', 'an object'],
  ['array', 'a list'],
  ['int', 'a whole number'],
]);

/**
 * Returns a readable message; undefined if there is none. Messages of the contract are kept, because they state
 * the requirement. The validator's messages about types are rewritten; its other messages are dropped.
 */
function readableMessage(message: string): string | undefined {
  if (/^(must|is|ids?|[a-z_]+ must) /.test(message)) return message.replace(/^[a-z_]+ (must)/, '$1');
  const expectedType = /^Invalid input: expected (\w+)/.exec(message)?.[1];
  if (expectedType) return `must be ${TYPE_NAMES.get(expectedType) ?? `of type ${expectedType}`}`;
  return undefined;
}

/**
 * A JSON Patch document (RFC 6902). The library that applies it validates the operations; this schema checks only the
 * format.
 */
import * as z from 'zod/mini';

export const JsonPatch = z
  .array(
    z.looseObject(
      {
        op: z.enum(
          ['add', 'remove', 'replace', 'move', 'copy', 'test'],
          'must be add, remove, replace, move, copy or test',
        ),
        path: z.string('must be a string'),
        from: z.optional(z.string('must be a string')),
        value: z.optional(z.unknown()),
      },
      'must be an object with op and path',
    ),
    'must be a JSON Patch array',
  )
  .check(z.maxLength(200, 'must hold at most 200 operations'));
export type JsonPatch = z.output<typeof JsonPatch>;

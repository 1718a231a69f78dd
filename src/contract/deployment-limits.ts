/** Limits of a deployment's calls, as they are stored and written. */
import * as z from 'zod/mini';
import { whereUsed } from './endpoint.ts';

const count = whereUsed(() =>
  z.optional(
    z.nullable(
      z
        .int('must be a whole number')
        .check(z.minimum(1, 'must be 1 or more'), z.maximum(1_000_000_000, 'must be at most 1000000000')),
    ),
  ),
);

export const Limits = z.looseObject(
  {
    /** Maximum duration of a call in seconds. */
    max_call_duration: z._default(
      z
        .int('must be a whole number')
        .check(z.minimum(10, 'must be from 10 to 86400'), z.maximum(86_400, 'must be from 10 to 86400')),
      3600,
    ),
    daily_call_limit: count,
    total_call_limit: count,
    daily_call_limit_per_user: count,
    max_concurrent_calls: count,
    captcha_required: z._default(z.boolean('must be true or false'), false),
  },
  'must be an object',
);
export type Limits = z.output<typeof Limits>;
/** The schema for writes, which refuses unknown limits by name; `concurrent_call_limit` is an alternative name. */
export const LimitsFields = whereUsed(
  () =>
    z.pipe(
      z
        .strictObject({ ...Limits.shape, concurrent_call_limit: count }, 'must be an object')
        .check(({ value, issues }) => {
          const { concurrent_call_limit: alias, max_concurrent_calls: limit } = value;
          if (alias !== undefined && limit !== undefined && alias !== limit)
            issues.push({
              code: 'custom',
              message:
                'must equal max_concurrent_calls, the current name of this field. Send only one of them',
              path: ['concurrent_call_limit'],
              input: value,
            });
        }),
      z.transform(({ concurrent_call_limit, ...limits }) =>
        concurrent_call_limit === undefined
          ? limits
          : { ...limits, max_concurrent_calls: concurrent_call_limit },
      ),
    ) as unknown as typeof Limits,
);

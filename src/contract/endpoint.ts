/**
 * An endpoint is a row: plain data that the service mounts, the typed client calls, the OpenAPI document
 * prints and one test loops over. A row knows nothing of HTTP libraries.
 */
import type * as z from 'zod/mini';
import type { ErrorCode } from './errors.ts';

export type Schema = z.ZodMiniType;

export interface Endpoint {
  /** The operation's name in the client and in OpenAPI, unique over all rows. */
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /**
   * Path below the base address with `{parameter}` segments, for example `/v2/deployments/{deployment_id}`.
   */
  readonly path: string;
  /** Who may call: an account by `x-api-key`, a visitor by the meeting token as bearer, or anyone. */
  readonly auth: 'key' | 'token' | 'public';
  readonly summary: string;
  readonly tag: string;
  readonly query?: Schema;
  readonly body?: Schema;
  /** The body may also be a form with one `file` of at most so many bytes; `fields` makes the body of the rest. */
  readonly upload?: { readonly fields: Schema; readonly maximumBytes: number };
  /** The body may be left out; `body` then sees an empty object. */
  readonly bodyOptional?: boolean;
  /** Media type of body and result where it is not JSON. */
  readonly media?: 'application/sdp' | 'text/html';
  /** The success body's schema; absent where there is none (204). Unknown keys never leave. */
  readonly result?: Schema;
  readonly status: 200 | 201 | 202 | 204;
  /** What it may refuse with, beyond what `auth`, `body` and `query` imply. */
  readonly errors: readonly ErrorCode[];
  /** Answers carry an ETag; a change honours If-Match. */
  readonly versioned?: boolean;
  /** `legacy` answers in the older names of `aliases.ts`. */
  readonly naming?: 'legacy';
  /** The row this one is another name for. */
  readonly aliasOf?: string;
  /** A page on another origin may call it: any, or the deployment's own list. */
  readonly cors?: 'any' | 'deployment';
}

/* @__NO_SIDE_EFFECTS__ */
export function endpoint<const Row extends Endpoint>(row: Row): Row {
  return row;
}

/**
 * What a shape is built by, so that the bundler (`vite.config.ts`) leaves it out of pages that do not use it: the
 * annotation is the bundler's word for a function that only makes what it returns.
 */
/* @__NO_SIDE_EFFECTS__ */
export function whereUsed<Shape>(build: () => Shape): Shape {
  return build();
}

type ParameterNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParameterNames<Rest>
  : never;

/** The path's parameters by name. */
export type Params<Row extends Endpoint> = Record<ParameterNames<Row['path']>, string>;
export type Query<Row extends Endpoint> = Row['query'] extends Schema ? z.output<Row['query']> : undefined;
export type Body<Row extends Endpoint> = Row['body'] extends Schema ? z.output<Row['body']> : undefined;
export type Result<Row extends Endpoint> = Row['result'] extends Schema ? z.output<Row['result']> : undefined;
/** What a caller hands in, before defaults are filled. */
export type QueryInput<Row extends Endpoint> = Row['query'] extends Schema
  ? z.input<Row['query']>
  : undefined;
export type BodyInput<Row extends Endpoint> = Row['body'] extends Schema ? z.input<Row['body']> : undefined;

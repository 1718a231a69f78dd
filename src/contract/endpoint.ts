/**
 * An endpoint is plain data from which the service's routes, the typed client, the OpenAPI document and a test of all
 * endpoints are derived. It does not depend on an HTTP library.
 */
import type * as z from 'zod/mini';
import type { ErrorCode } from './errors.ts';

export type Schema = z.ZodMiniType;

/**
 * The part of the API that a key can call: `all` endpoints; `read` for endpoints without side effects and secrets;
 * `publishable` for the few that a page needs, because a key in a page is public.
 */
export const KEY_SCOPES = ['all', 'read', 'publishable'] as const;
export type KeyScope = (typeof KEY_SCOPES)[number];

export interface Endpoint {
  /** The operation's name in the client and in OpenAPI. It is unique. */
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /**
   * Path below the base address with `{parameter}` segments, for example `/v2/deployments/{deployment_id}`.
   */
  readonly path: string;
  /**
   * Permitted callers: an account with the header `x-api-key`, a visitor with the meeting token as bearer token, or
   * anyone.
   */
  readonly auth: 'key' | 'token' | 'public';
  /** Minimum scope of the key. The default is `read` for GET and `all` for other methods. */
  readonly scope?: KeyScope;
  readonly tag: string;
  readonly query?: Schema;
  readonly body?: Schema;
  /** The name in `body` for each alternative field name. The default is `aliases.ts`. */
  readonly bodyNames?: Readonly<Record<string, string>>;
  /**
   * The body may also be a form with one `file` of at most `maximumBytes`; `fields` parses the other form
   * fields.
   */
  readonly upload?: { readonly fields: Schema; readonly maximumBytes: number };
  /** The body may be omitted; `body` then parses an empty object. */
  readonly bodyOptional?: boolean;
  /** Media types of a response that is streamed as a file; `result` is then the complete text. */
  readonly download?: readonly string[];
  /** Media type of body and result if they are not JSON. */
  readonly media?: 'application/sdp' | 'text/html';
  /** Schema of the success body; undefined if there is no body (204). Unknown keys are removed. */
  readonly result?: Schema;
  readonly status: 200 | 201 | 202 | 204;
  /** Errors in addition to those that `auth`, `body` and `query` imply. */
  readonly errors: readonly ErrorCode[];
  /** True if responses have an ETag and changes respect If-Match. */
  readonly versioned?: boolean;
  /** With `legacy`, responses use the legacy names of `aliases.ts`. */
  readonly naming?: 'legacy';
  /** Name of the endpoint of which this one is an alias. */
  readonly aliasOf?: string;
  /** Allows pages of other origins to call the endpoint: any origin, or those that the deployment lists. */
  readonly cors?: 'any' | 'deployment';
}

/* @__NO_SIDE_EFFECTS__ */
export function scopeOf({ scope, method }: Pick<Endpoint, 'scope' | 'method'>): KeyScope {
  return scope ?? (method === 'GET' ? 'read' : 'all');
}

/** True if a key with the first scope may call an endpoint that needs the second. */
/* @__NO_SIDE_EFFECTS__ */
export const scopeIncludes = (key: KeyScope, row: KeyScope): boolean => key === 'all' || key === row;

/* @__NO_SIDE_EFFECTS__ */
export function endpoint<const Row extends Endpoint>(row: Row): Row {
  return row;
}

/**
 * Builds a schema in a function, so that the bundler (`vite.config.ts`) can drop it from pages that do not use it.
 * The annotation tells the bundler that the function has no side effects.
 */
/* @__NO_SIDE_EFFECTS__ */
export function whereUsed<Shape>(build: () => Shape): Shape {
  return build();
}

type ParameterNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParameterNames<Rest>
  : never;

/** The parameters of the path by name. */
export type Params<Row extends Endpoint> = Record<ParameterNames<Row['path']>, string>;
export type Query<Row extends Endpoint> = Row['query'] extends Schema ? z.output<Row['query']> : undefined;
export type Body<Row extends Endpoint> = Row['body'] extends Schema ? z.output<Row['body']> : undefined;
export type Result<Row extends Endpoint> = Row['result'] extends Schema ? z.output<Row['result']> : undefined;
/** The caller's input, before defaults are inserted. */
export type QueryInput<Row extends Endpoint> = Row['query'] extends Schema
  ? z.input<Row['query']>
  : undefined;
export type BodyInput<Row extends Endpoint> = Row['body'] extends Schema ? z.input<Row['body']> : undefined;

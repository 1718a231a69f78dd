/** A request of a public client as data. */

export interface ClientRequest {
  /** The action of the client's user. */
  name: string;
  request: `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`;
  body?: unknown;
  /** Values of the response for later requests: the name of each, and its path in the response. */
  takes?: Readonly<Record<string, string>>;
  /** Fields that the client reads from the response. */
  reads?: readonly string[];
  /** The error that the client's user sees for features that this service does not have. */
  refusal?: { status: number; words: RegExp };
  /** The expected value of the header `x-palkit-warnings`, which lists fields without effect. */
  warnings?: string;
}

export const patch = (path: string, value: unknown, warnings?: string): ClientRequest => ({
  name: `pal patch ${path}`,
  request: 'PATCH /v2/pals/{pal}',
  body: [{ op: 'add', path, value }],
  reads: ['pal_id'],
  ...(warnings ? { warnings } : {}),
});

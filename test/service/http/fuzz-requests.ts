/**
 * Generates requests from the OpenAPI document: its examples, mutations of them, and hostile values. The same seed
 * gives the same requests.
 */

export interface Operation {
  path: string;
  /** HTTP method, for example `GET`. */
  method: string;
  operationId: string;
  parameters: { name: string; in: string }[];
  requestBody?: { content: Record<string, { example?: unknown }> };
  /** Responses by HTTP status; an error response lists its codes. */
  responses: Record<string, { headers?: { 'x-error-code'?: { schema: { enum: string[] } } } }>;
}

export interface FuzzedRequest {
  operation: Operation;
  method: string;
  url: string;
  headers: Record<string, string>;
  payload: string | undefined;
}

/** Returns a pseudo-random generator (mulberry32) that is determined by `seed`. */
function generator(seed: number) {
  let state = seed >>> 0;
  const random = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixedBits = Math.imul(state ^ (state >>> 15), 1 | state);
    mixedBits = (mixedBits + Math.imul(mixedBits ^ (mixedBits >>> 7), 61 | mixedBits)) ^ mixedBits;
    return ((mixedBits ^ (mixedBits >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    chance: (share: number) => random() < share,
    below: (count: number) => Math.floor(random() * count),
    pick: <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)]!,
  };
}

/** Values that no field accepts. */
const HOSTILE: readonly unknown[] = [
  null,
  '',
  ' ',
  'x'.repeat(70_000),
  '\u0000',
  '\ud800',
  '😀'.repeat(300),
  '__proto__',
  'constructor',
  '../../etc/passwd',
  '%00',
  "'; drop table pals; --",
  '<script>alert(1)</script>',
  '${7*7}',
  '\r\nx-injected: 1',
  'http://127.0.0.1/',
  'http://[::ffff:169.254.169.254]/',
  'file:///etc/passwd',
  'https://user:password@example.com/',
  'javascript:alert(1)',
  'NaN',
  '1e999',
  0,
  -1,
  -0,
  1e308,
  2 ** 53,
  0.1,
  99_999_999_999,
  true,
  false,
  [],
  {},
  [[]],
  [null],
  { __proto: 1 },
  { constructor: { prototype: {} } },
  { toString: 1 },
  Array.from({ length: 300 }, (_, index) => index),
  { a: { b: { c: { d: { e: 1 } } } } },
  '/-',
  '/~2',
  '/data/0/uuid',
  '/__proto__/x',
  '/status',
  'active',
  'ended',
  'p00000000000000000000',
  '2026-13-45',
  '*',
];
/** Texts that are not valid as the body of any request. */
const BODIES: readonly string[] = [
  '',
  '{',
  '[',
  'null',
  '1',
  '"a"',
  '{"a":1,"a":2}',
  '{"__proto__":{"a":1}}',
  '['.repeat(50_000),
  '{"a":'.repeat(500) + '1' + '}'.repeat(500),
  '\ufeff{}',
  '{"a":"\\ud800"}',
  '{"a":1e400}',
  '\u0000',
];

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
/** Removes surrogates, because an address cannot contain half of a surrogate pair. */
const removeSurrogates = (text: string) => text.replace(/[\ud800-\udfff]/g, '');

/** The operations, and the ids and keys with which their requests are generated. */
export interface FuzzContext {
  operations: readonly Operation[];
  /** Existing ids, by the name of the parameter. */
  ids: Record<string, string[]>;
  /** The key of the account that owns the resources. */
  key: string;
  /** A key of another account. */
  otherKey: string;
  /** The meeting token of an existing conversation. */
  token: string;
}

export class Fuzzer {
  readonly #random: ReturnType<typeof generator>;
  readonly #surroundings: FuzzContext;
  readonly #ids: Map<string, readonly string[]>;

  constructor(seed: number, surroundings: FuzzContext) {
    this.#random = generator(seed);
    this.#surroundings = surroundings;
    this.#ids = new Map(Object.entries(surroundings.ids));
  }

  next(): FuzzedRequest {
    const operation = this.#random.pick(this.#surroundings.operations);
    const path = this.#path(operation);
    const query = this.#query(operation);
    const headers = this.#headers();
    const body = this.#body(operation);
    return {
      operation,
      method: operation.method,
      url: query ? `${path}?${query}` : path,
      headers: { ...headers, ...(body ? { 'content-type': body.type } : {}) },
      payload: body?.payload,
    };
  }

  /** Stores the ids of a response for later requests, if the request used the owner's key. */
  learn(request: FuzzedRequest, answer: Record<string, unknown> | null): void {
    if (request.headers['x-api-key'] !== this.#surroundings.key) return;
    for (const [name, value] of Object.entries(answer ?? {}))
      if (/^\w+_id$/.test(name) && typeof value === 'string')
        this.#ids.set(name, [...(this.#ids.get(name) ?? []), value].slice(-50));
  }

  #idsOf(name: string): readonly string[] | undefined {
    return this.#ids.get(name.replace('persona', 'pal').replace('replica', 'face'));
  }

  #path({ path }: Operation): string {
    const { chance, pick } = this.#random;
    return path.replace(/\{(\w+)\}/g, (_, name: string) => {
      const ids = this.#idsOf(name);
      if (ids && chance(0.75)) return encodeURIComponent(pick(ids.slice(-20)));
      return encodeURIComponent(
        chance(0.5)
          ? `${name[0]}00000000000000000000`
          : removeSurrogates(textOf(pick(HOSTILE)).slice(0, 500)),
      );
    });
  }

  #query({ parameters }: Operation): string {
    const { chance, below: numberBelow, pick } = this.#random;
    return parameters
      .filter((parameter) => parameter.in === 'query' && parameter.name !== 'wait' && chance(0.4))
      .map(({ name }) => {
        const value = chance(0.5)
          ? String(numberBelow(5))
          : removeSurrogates(textOf(pick(HOSTILE)).slice(0, 300));
        return `${name}=${encodeURIComponent(value)}`;
      })
      .join('&');
  }

  #headers(): Record<string, string> {
    const { chance, pick } = this.#random;
    const { key, otherKey, token } = this.#surroundings;
    const headers: Record<string, string> = {};
    const sentKey = chance(0.85) ? key : pick([otherKey, 'wrong', '']);
    if (sentKey) headers['x-api-key'] = sentKey;
    if (chance(0.3)) headers['authorization'] = `Bearer ${chance(0.7) ? token : 'forged'}`;
    if (chance(0.1)) headers['if-match'] = pick(['*', '"x"', 'W/"x"', '', '"']);
    if (chance(0.1))
      headers['origin'] = pick(['https://shop.example', 'null', 'https://evil.example', 'not an origin']);
    return headers;
  }

  #body({ requestBody }: Operation): { type: string; payload: string } | null {
    const { chance, pick } = this.#random;
    if (!requestBody && !chance(0.05)) return null;
    const [ownMediaType, { example }] = Object.entries(
      requestBody?.content ?? { 'application/json': { example: {} } },
    )[0]!;
    const type = chance(0.95)
      ? ownMediaType
      : pick(['text/plain', 'application/xml', 'application/json; charset=utf-7', 'multipart/form-data']);
    const sound = this.#withExistingIds(example);
    if (chance(0.08)) return { type, payload: pick(BODIES) };
    if (ownMediaType === 'application/sdp')
      return {
        type,
        payload: pick(['v=0\r\n', 'v=0\r\nm=audio 9 UDP/TLS/RTP/SAVPF 111\r\n', textOf(pick(HOSTILE))]),
      };
    return { type, payload: JSON.stringify(chance(0.45) ? sound : this.#mutate(sound)) ?? '' };
  }

  #mutate(value: unknown): unknown {
    const { chance, pick } = this.#random;
    if (chance(0.15)) return pick(HOSTILE);
    if (Array.isArray(value)) {
      const list: unknown[] = value.map((item) => (chance(0.5) ? this.#mutate(item) : (item as unknown)));
      if (chance(0.2)) list.push(pick(HOSTILE));
      return list;
    }
    if (!isObject(value)) return chance(0.5) ? pick(HOSTILE) : value;
    const entries = Object.entries(value)
      .filter(() => !chance(0.15))
      .map(([key, nestedValue]): [string, unknown] => [
        key,
        chance(0.4) ? this.#mutate(nestedValue) : nestedValue,
      ]);
    if (chance(0.1)) entries.push([textOf(pick(HOSTILE)), pick(HOSTILE)]);
    return Object.fromEntries(entries);
  }

  /** Returns the example with existing ids in its references. */
  #withExistingIds(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((item) => this.#withExistingIds(item));
    if (!isObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, nestedValue]) => [
        key,
        this.#reference(key, nestedValue) ?? this.#withExistingIds(nestedValue),
      ]),
    );
  }

  /** Returns an existing id if the field is a reference, otherwise null. */
  #reference(field: string, value: unknown): string | null {
    if (typeof value !== 'string' || !/_id$/.test(field)) return null;
    const ids = this.#idsOf(field.replace('default_', ''));
    return ids && this.#random.chance(0.8) ? this.#random.pick(ids) : null;
  }
}

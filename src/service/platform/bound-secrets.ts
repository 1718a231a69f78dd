/**
 * Binds secrets to the origins for which they were set. If a change moves an address to another origin, or
 * copies a secret to another origin, the secrets at the new origin are removed unless the change contains
 * them. Pure.
 */
import { originOf } from '@palkit/outbound/origin';
import { SECRET_NAME } from '@palkit/contract/layers';

/** Fields with the address to which the secrets in the same object and below it are sent. */
const ADDRESSES = ['base_url', 'server_url', 'url'] as const;
/** Fields whose content is sent unchanged. An address in them is no destination of secrets. */
const PAYLOADS: readonly string[] = ['body', 'extra_body', 'parameters'];

/** Removes moved secrets, but none that is in `change`, because it is meant for its current origin. */
export function withoutMovedSecrets<Document>(before: unknown, after: Document, change: unknown): Document {
  const origins = new Map<string, Set<string>>();
  visit(before, '', (secret, origin) => {
    const key = JSON.stringify(secret);
    origins.set(key, (origins.get(key) ?? new Set()).add(origin));
    return true;
  });
  const newSecrets = new Set<string>();
  collect(change, newSecrets);
  return visit(after, '', (secret, origin) => {
    const scope = origins.get(JSON.stringify(secret));
    return scope === undefined || scope.has(origin) || newSecrets.has(JSON.stringify(secret));
  }) as Document;
}

type KeepsSecret = (secret: unknown, origin: string) => boolean;

/**
 * Returns the value without the secrets that `keeps` rejects. `origin` is the destination of secrets at this
 * level; '' is the service itself.
 */
function visit(
  value: unknown,
  origin: string,
  keeps: KeepsSecret,
  { parent = '', inPayload = false }: { parent?: string; inPayload?: boolean } = {},
): unknown {
  if (Array.isArray(value)) return value.map((entry) => visit(entry, origin, keeps, { inPayload }));
  if (!isRecord(value)) return value;
  const address = inPayload
    ? undefined
    : ADDRESSES.map((field) => value[field]).find((field) => typeof field === 'string');
  const here = typeof address === 'string' && address !== '' ? originOf(address) : origin;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) => {
      // Argument names in a JSON Schema are not secrets.
      if (parent === 'properties' || !SECRET_NAME.test(name) || inner === null || inner === undefined)
        return [
          [
            name,
            visit(inner, here, keeps, { parent: name, inPayload: inPayload || PAYLOADS.includes(name) }),
          ],
        ];
      return keeps(inner, here) ? [[name, inner]] : [];
    }),
  );
}

/** Collects all values in a change, because an operation may set a secret alone or within an object. */
function collect(value: unknown, into: Set<string>): void {
  if (value === undefined) return;
  into.add(JSON.stringify(value));
  if (Array.isArray(value)) for (const entry of value) collect(entry, into);
  else if (isRecord(value)) for (const entry of Object.values(value)) collect(entry, into);
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Binds secrets to the origins for which they were set: if a change moves an address, or copies a secret, to
 * another origin, the secrets there are removed. Secrets that the change itself contains are kept.
 */
import { originOf } from '@palkit/outbound/origin';
import { SECRET_NAME } from '@palkit/contract/layers';

/** Fields with the address to which the secrets in the same object and below it are sent. */
const ADDRESSES = ['base_url', 'server_url', 'url'] as const;
/** Fields whose content is sent unchanged. No secrets are sent to an address in them. */
const PAYLOADS: readonly string[] = ['body', 'extra_body', 'parameters'];

/** Removes secrets that moved to another origin, except those in `body`, which are meant for their new origin. */
export function withoutMovedSecrets<Document>(
  oldValue: unknown,
  newValue: Document,
  body: unknown,
): Document {
  const origins = new Map<string, Set<string>>();
  filter(oldValue, '', (secret, origin) => {
    const key = JSON.stringify(secret);
    origins.set(key, (origins.get(key) ?? new Set()).add(origin));
    return true;
  });
  const newSecrets = new Set<string>();
  collect(body, newSecrets);
  return filter(newValue, '', (secret, origin) => {
    const storedOrigins = origins.get(JSON.stringify(secret));
    return storedOrigins === undefined || storedOrigins.has(origin) || newSecrets.has(JSON.stringify(secret));
  }) as Document;
}

type SecretFilter = (secret: unknown, origin: string) => boolean;

/**
 * Returns the value without the secrets that `keeps` rejects. `origin` is the target of secrets at this
 * level; '' is the service itself.
 */
function filter(
  value: unknown,
  origin: string,
  keeps: SecretFilter,
  { parent = '', inPayload = false }: { parent?: string; inPayload?: boolean } = {},
): unknown {
  if (Array.isArray(value)) return value.map((entry) => filter(entry, origin, keeps, { inPayload }));
  if (!isRecord(value)) return value;
  const address = inPayload
    ? undefined
    : ADDRESSES.map((field) => value[field]).find((field) => typeof field === 'string');
  const target = typeof address === 'string' && address !== '' ? originOf(address) : origin;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) => {
      // Argument names in a JSON Schema are not secrets.
      if (parent === 'properties' || !SECRET_NAME.test(name) || inner === null || inner === undefined)
        return [
          [
            name,
            filter(inner, target, keeps, {
              parent: name,
              inPayload: inPayload || PAYLOADS.includes(name),
            }),
          ],
        ];
      return keeps(inner, target) ? [[name, inner]] : [];
    }),
  );
}

/** Collects all values in a change, because an operation may set a secret alone or within an object. */
function collect(value: unknown, collected: Set<string>): void {
  if (value === undefined) return;
  collected.add(JSON.stringify(value));
  if (Array.isArray(value)) for (const entry of value) collect(entry, collected);
  else if (isRecord(value)) for (const entry of Object.values(value)) collect(entry, collected);
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

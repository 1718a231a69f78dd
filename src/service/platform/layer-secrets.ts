/** The secrets in a PAL's layers: encrypted in the database, decrypted for use, never returned (resources-45). */
import { SECRET_NAME, type Layers } from '@palkit/contract/layers';
import type { Seal } from './sealing.ts';

/** A secret as it is stored. */
interface SealedSecret {
  sealed: string;
}

/** Returns the layers as they are stored; each secret is sealed for its PAL and its path. */
export function sealLayers(layers: Layers, palId: string, seal: Seal): Layers {
  return mapSecrets(
    layers,
    (value, place) =>
      ({ sealed: seal.close(JSON.stringify(value), `pal ${palId} ${place}`) }) satisfies SealedSecret,
  ) as Layers;
}

/** Returns the layers with decrypted secrets. A row of an earlier version may contain unsealed ones. */
export function openLayers(layers: Layers, palId: string, seal: Seal): Layers {
  return mapSecrets(layers, (value, place) =>
    isSealed(value) ? (JSON.parse(seal.open(value.sealed, `pal ${palId} ${place}`)) as unknown) : value,
  ) as Layers;
}

/** Returns the layers as the API returns them, without secrets. */
export function showLayers(layers: Layers): Layers {
  return mapSecrets(layers, () => undefined) as Layers;
}

const isSealed = (value: unknown): value is SealedSecret =>
  isRecord(value) && typeof value['sealed'] === 'string' && Object.keys(value).length === 1;
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Replaces each secret by the result of `change`, which gets its path; `undefined` removes it. Argument names in a
 * JSON Schema are not secrets.
 */
function mapSecrets(value: unknown, change: (value: unknown, path: string) => unknown, place = ''): unknown {
  if (Array.isArray(value))
    return value.map((entry, index) => mapSecrets(entry, change, `${place}/${index}`));
  if (!isRecord(value)) return value;
  const isSchemaProperties = place.endsWith('/properties');
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) => {
      const childPath = `${place}/${name}`;
      if (isSchemaProperties || !SECRET_NAME.test(name) || inner === null || inner === undefined)
        return [[name, mapSecrets(inner, change, childPath)]];
      const value = change(inner, childPath);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

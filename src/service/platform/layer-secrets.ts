/**
 * The secrets in a PAL's layers: sealed in the database, opened for use, never shown (specification: resources-45).
 */
import { SECRET_NAME, type Layers } from '@palkit/contract/layers';
import type { Seal } from './sealing.ts';

/** The stored form of a secret. */
interface Sealed {
  sealed: string;
}

/** The stored form of the layers: each secret is sealed for its PAL and its place. */
export function sealLayers(layers: Layers, palId: string, seal: Seal): Layers {
  return map(
    layers,
    (value, place) =>
      ({ sealed: seal.close(JSON.stringify(value), `pal ${palId} ${place}`) }) satisfies Sealed,
  ) as Layers;
}

/** The layers with their secrets. A row that an earlier version wrote during this start is not sealed yet. */
export function openLayers(layers: Layers, palId: string, seal: Seal): Layers {
  return map(layers, (value, place) =>
    isSealed(value) ? (JSON.parse(seal.open(value.sealed, `pal ${palId} ${place}`)) as unknown) : value,
  ) as Layers;
}

/** The layers as they are shown: without any secret. */
export function showLayers(layers: Layers): Layers {
  return map(layers, () => undefined) as Layers;
}

const isSealed = (value: unknown): value is Sealed =>
  isRecord(value) && typeof value['sealed'] === 'string' && Object.keys(value).length === 1;
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Passes every secret with its place through `change`; secrets that become `undefined` are removed. Names of
 * arguments in a JSON Schema do not count as secrets.
 */
function map(value: unknown, change: (value: unknown, place: string) => unknown, place = ''): unknown {
  if (Array.isArray(value)) return value.map((entry, index) => map(entry, change, `${place}/${index}`));
  if (!isRecord(value)) return value;
  const names = place.endsWith('/properties');
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) => {
      const at = `${place}/${name}`;
      if (names || !SECRET_NAME.test(name) || inner === null || inner === undefined)
        return [[name, map(inner, change, at)]];
      const changed = change(inner, at);
      return changed === undefined ? [] : [[name, changed]];
    }),
  );
}

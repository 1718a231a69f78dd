/**
 * Makes zod's loops visit only an object's own keys. Libraries in older pages add keys to `Object.prototype`, which
 * zod would read with `for … in` as fields of a schema.
 */
import type { Plugin } from 'vite';

const LOOP = /for \((const|let) (\w+) in ([\w.]+)\)/g;

export function loopOverOwnKeys(code: string): string {
  return code.replace(LOOP, 'for ($1 $2 of Object.keys($3 ?? {}))');
}

export function ownKeysPlugin(): Plugin {
  return {
    name: 'palkit-own-keys',
    apply: 'build',
    transform(code, id) {
      if (!/[\\/]zod[\\/]v4[\\/]core[\\/](util|schemas)\.js$/.test(id)) return undefined;
      const changedCode = loopOverOwnKeys(code);
      return changedCode === code ? undefined : { code: changedCode, map: null };
    },
  };
}

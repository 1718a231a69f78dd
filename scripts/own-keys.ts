/**
 * Makes the loops of zod go over an object's own keys. Libraries of older pages add to `Object.prototype`, and with
 * `for … in` zod would take what they added for fields of a schema.
 */
import type { Plugin } from 'vite';

const LOOP = /for \((const|let) (\w+) in ([\w.]+)\)/g;

export function loopOverOwnKeys(code: string): string {
  return code.replace(LOOP, 'for ($1 $2 of Object.keys($3 ?? {}))');
}

export function ownKeys(): Plugin {
  return {
    name: 'palkit-own-keys',
    apply: 'build',
    transform(code, id) {
      if (!/[\\/]zod[\\/]v4[\\/]core[\\/](util|schemas)\.js$/.test(id)) return undefined;
      const changed = loopOverOwnKeys(code);
      return changed === code ? undefined : { code: changed, map: null };
    },
  };
}

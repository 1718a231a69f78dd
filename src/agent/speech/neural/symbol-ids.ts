/** Converts the symbols of a sentence to the ids of a Piper voice, and computes the end time of each sound. Pure. */
import type { Phone } from '../flite.ts';
import type { VoiceSound } from '../phonemes/voice-symbols.ts';
import type { VoiceConfig } from './voice-config.ts';

export interface SymbolIds {
  ids: readonly number[];
  /** The index of the sound for each id; -1 before the first and after the last sound. */
  sounds: readonly number[];
}

/** Returns `^`, then each symbol followed by `_`, then `$`. Symbols that the voice lacks are omitted. */
export function symbolIds(
  sounds: readonly VoiceSound[],
  { phoneme_id_map: map }: Pick<VoiceConfig, 'phoneme_id_map'>,
): SymbolIds {
  const ids: number[] = [];
  const owners: number[] = [];
  const add = (symbol: string, owner: number): void => {
    for (const id of Object.hasOwn(map, symbol) ? map[symbol]! : []) {
      ids.push(id);
      owners.push(owner);
    }
  };
  add('^', -1);
  add('_', -1);
  for (const [index, { symbols }] of sounds.entries()) {
    for (const symbol of symbols) {
      if (!Object.hasOwn(map, symbol)) continue;
      add(symbol, index);
      add('_', index);
    }
  }
  add('$', -1);
  return { ids, sounds: owners };
}

/**
 * Returns the phones with their end times. `frames` has the length of each id; a frame lasts `seconds`.
 * Silence around the sentence is `pau`.
 */
export function phoneTimes(
  sounds: readonly VoiceSound[],
  { sounds: owners }: SymbolIds,
  frames: ArrayLike<number>,
  seconds: number,
): Phone[] {
  const phones: Phone[] = [];
  let before: number | undefined;
  let end = 0;
  for (const [index, owner] of owners.entries()) {
    end += (frames[index] ?? 0) * seconds;
    const { phone: name = 'pau', stressed } = sounds[owner] ?? {};
    const last = phones.at(-1);
    if (owner === before && last) last.end = end;
    else phones.push({ name, end, ...(stressed ? { stressed } : {}) });
    before = owner;
  }
  return phones;
}

/**
 * Converts the symbols of a sentence to the ids of a Piper voice, and computes the end time of each sound. This
 * module does no I/O.
 */
import type { Phone } from '../flite.ts';
import type { VoiceSound } from '../phonemes/voice-symbols.ts';
import type { VoiceConfig } from './voice-config.ts';

export interface SymbolIds {
  ids: readonly number[];
  /** For each id the index of its sound; -1 for the ids before the first and after the last sound. */
  sounds: readonly number[];
}

/** Returns the ids of `^`, of each symbol followed by `_`, and of `$`. Symbols that the voice lacks are omitted. */
export function symbolIds(
  sounds: readonly VoiceSound[],
  { phoneme_id_map: map }: Pick<VoiceConfig, 'phoneme_id_map'>,
): SymbolIds {
  const ids: number[] = [];
  const soundIndices: number[] = [];
  const add = (symbol: string, owner: number): void => {
    for (const id of Object.hasOwn(map, symbol) ? map[symbol]! : []) {
      ids.push(id);
      soundIndices.push(owner);
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
  return { ids, sounds: soundIndices };
}

/**
 * Returns the phones with their end times. `frames` contains the number of frames of each id, and a frame lasts
 * `seconds`. Silence around the sentence is `pau`.
 */
export function phoneTimes(
  sounds: readonly VoiceSound[],
  { sounds: owners }: SymbolIds,
  frames: ArrayLike<number>,
  seconds: number,
): Phone[] {
  const phones: Phone[] = [];
  let previousSound: number | undefined;
  let end = 0;
  for (const [index, owner] of owners.entries()) {
    end += (frames[index] ?? 0) * seconds;
    const { phone: name = 'pau', stressed } = sounds[owner] ?? {};
    const lastPhone = phones.at(-1);
    if (owner === previousSound && lastPhone) lastPhone.end = end;
    else phones.push({ name, end, ...(stressed ? { stressed } : {}) });
    previousSound = owner;
  }
  return phones;
}

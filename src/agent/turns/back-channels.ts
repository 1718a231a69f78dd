/**
 * Recognises back-channels: sounds and words by which a listener says "go on" without taking the turn. This module
 * does no I/O.
 */
import { LOCALES } from '../language/locales.ts';
import { turnDuration } from './turn-options.ts';

const LOCALE_FACTS = Object.values(LOCALES).map(({ facts }) => facts);
/** Back-channels of all languages, because a recogniser may write a cough as a back-channel of any language. */
const CONTINUERS = new Set(LOCALE_FACTS.flatMap(({ continuers }) => continuers?.split(' ') ?? []));
const INTERRUPTIONS = LOCALE_FACTS.flatMap(({ interruptions }) => interruptions?.split(' | ') ?? []);
const STOP_WORDS = new RegExp(String.raw`(?:^|[^\p{L}])(?:${INTERRUPTIONS.join('|')})(?:$|[^\p{L}])`, 'iu');

const MAX_BACK_CHANNEL_MS = turnDuration('maxBackChannelDuration');

/**
 * True if words (in any case) that the visitor speaks for `milliseconds` during the agent's speech do not take
 * the turn.
 */
export function isBackChannel(text: string, milliseconds: number): boolean {
  const words =
    text
      .toLowerCase()
      .normalize('NFC')
      .match(/[\p{L}\p{M}'-]+/gu) ?? [];
  if (words.length === 0) return true;
  if (words.length <= 4 && words.every((word) => CONTINUERS.has(word))) return true;
  return milliseconds < MAX_BACK_CHANNEL_MS && words.length === 1 && !STOP_WORDS.test(text);
}

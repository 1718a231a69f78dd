/**
 * What a screen reader is told of a call: each sentence once, whole, in order, and never changed afterwards.
 * A fold over the lines of the transcript. Pure.
 */
import type { Line } from './phases.ts';
import { isTyped } from './transcript.ts';

export interface Announcement {
  /** Stable: the line's id and the sentence's number in it. */
  id: string;
  role: Line['role'];
  text: string;
  /** The first of its speaker, who is named. */
  named: boolean;
}

export interface Announced {
  told: readonly Announcement[];
  /** How many sentences of each line are done. */
  done: ReadonlyMap<string, number>;
}

export const NOTHING_ANNOUNCED: Announced = { told: [], done: new Map() };
/** Older ones leave the page; that is not told. */
const KEPT = 40;

/**
 * The announcements after a change of the lines. `silent`: what is new was told otherwise or is nothing new.
 * What the visitor typed is not told: the visitor knows it.
 */
export function announced(before: Announced, lines: readonly Line[], silent = false): Announced {
  let { told } = before;
  const done = new Map(before.done);
  for (const line of lines) {
    const sentences = sentencesOf(line);
    const from = done.get(line.id) ?? 0;
    if (sentences.length <= from) continue;
    done.set(line.id, sentences.length);
    if (silent || isTyped(line)) continue;
    const role = told.at(-1)?.role;
    told = [
      ...told,
      ...sentences.slice(from).map((text, index) => ({
        id: `${line.id}/${from + index}`,
        role: line.role,
        text,
        named: from === 0 && index === 0 && role !== line.role,
      })),
    ];
  }
  if (done.size === before.done.size && told === before.told && sameCounts(done, before.done)) return before;
  return { told: told.slice(-KEPT), done };
}

function sameCounts(one: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>): boolean {
  return [...one].every(([id, count]) => other.get(id) === count);
}

/** The sentences of a line that are whole. */
function sentencesOf({ text, streaming, role }: Line): string[] {
  // What a visitor says is heard anew until it is complete.
  if (streaming && role === 'user') return [];
  const sentences = split(text);
  const last = sentences.at(-1);
  if (streaming && last !== undefined && !/[.!?…。！？؟।]["'”’»)\]]*$/u.test(last)) sentences.pop();
  return sentences;
}

function split(text: string): string[] {
  const pieces =
    typeof Intl.Segmenter === 'function'
      ? [...new Intl.Segmenter(undefined, { granularity: 'sentence' }).segment(text)].map(
          (one) => one.segment,
        )
      : (text.match(/[^.!?]+[.!?]*\s*/g) ?? [text]);
  return pieces.map((piece) => piece.trim()).filter(Boolean);
}

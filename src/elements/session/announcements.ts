/**
 * Sentences for a screen reader, derived from the transcript. Each is announced once, completely and in order, and
 * never changes afterwards.
 */
import type { Line } from './phases.ts';
import { isTyped } from './transcript.ts';

export interface Announcement {
  /** Id of the line and index of the sentence in it. */
  id: string;
  role: Line['role'];
  text: string;
  /** True for the first sentence after a change of speaker, which is announced with the speaker's name. */
  named: boolean;
}

export interface AnnouncementState {
  announcements: readonly Announcement[];
  /** Number of announced sentences by line id. */
  counts: ReadonlyMap<string, number>;
}

export const NOTHING_ANNOUNCED: AnnouncementState = { announcements: [], counts: new Map() };
/** Maximum number of announcements in the page. The removal of older ones is not announced. */
const MAX_ANNOUNCEMENTS = 40;

/**
 * Returns the announcements after the lines have changed. If `silent` is true, new sentences count as announced but
 * are not added. Lines that the visitor typed are never announced.
 */
export function announce(
  previous: AnnouncementState,
  lines: readonly Line[],
  silent = false,
): AnnouncementState {
  let { announcements } = previous;
  const announcedCounts = new Map(previous.counts);
  for (const line of lines) {
    const sentences = sentencesOf(line);
    const from = announcedCounts.get(line.id) ?? 0;
    if (sentences.length <= from) continue;
    announcedCounts.set(line.id, sentences.length);
    if (silent || isTyped(line)) continue;
    const role = announcements.at(-1)?.role;
    announcements = [
      ...announcements,
      ...sentences.slice(from).map((text, index) => ({
        id: `${line.id}/${from + index}`,
        role: line.role,
        text,
        named: from === 0 && index === 0 && role !== line.role,
      })),
    ];
  }
  if (
    announcedCounts.size === previous.counts.size &&
    announcements === previous.announcements &&
    sameCounts(announcedCounts, previous.counts)
  )
    return previous;
  return { announcements: announcements.slice(-MAX_ANNOUNCEMENTS), counts: announcedCounts };
}

function sameCounts(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): boolean {
  return [...a].every(([id, count]) => b.get(id) === count);
}

/** Returns the complete sentences of a line. */
function sentencesOf({ text, streaming, role }: Line): string[] {
  // Recognised speech may change until its line is complete.
  if (streaming && role === 'user') return [];
  const sentences = splitText(text);
  const lastSentence = sentences.at(-1);
  if (streaming && lastSentence !== undefined && !/[.!?…。！？؟।]["'”’»)\]]*$/u.test(lastSentence))
    sentences.pop();
  return sentences;
}

function splitText(text: string): string[] {
  const sentences =
    typeof Intl.Segmenter === 'function'
      ? [...new Intl.Segmenter(undefined, { granularity: 'sentence' }).segment(text)].map(
          (part) => part.segment,
        )
      : (text.match(/[^.!?]+[.!?]*\s*/g) ?? [text]);
  return sentences.map((piece) => piece.trim()).filter(Boolean);
}

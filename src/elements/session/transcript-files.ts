/** The transcript as a file: for people, for programs, and as captions of a recording. */
import type { Line } from './phases.ts';

/** Names of the speakers, and the mark of an interrupted line, in the visitor's language. */
export interface Names {
  user: string;
  pal: string;
  interrupted: string;
}

export type Format = 'txt' | 'json' | 'vtt';
export const MEDIA_TYPES: Record<Format, string> = {
  txt: 'text/plain',
  json: 'application/json',
  vtt: 'text/vtt',
};

export const writers: Record<Format, (lines: readonly Line[], names: Names) => string> = {
  txt: asText,
  json: asJson,
  vtt: asVtt,
};

const name = (line: Line, names: Names) => (line.role === 'user' ? names.user : (line.person ?? names.pal));

/**
 * Returns lines such as `[2026-01-05T09:00:00.000Z] Mira: Hello.`; further lines of an utterance are
 * indented.
 */
export function asText(lines: readonly Line[], names: Names): string {
  return lines
    .map(
      (line) =>
        `[${new Date(line.at).toISOString()}] ${name(line, names)}: ` +
        `${line.text.replace(/\r?\n/g, '\n    ')}${line.interrupted ? ` (${names.interrupted})` : ''}\n`,
    )
    .join('');
}

/**
 * Returns `[{role, name, text, at, interrupted, sources?}]`, with `at` as ISO 8601 and `sources` as
 * `[{document_id, document_name}]`.
 */
export function asJson(lines: readonly Line[], names: Names): string {
  return `${JSON.stringify(
    lines.map((line) => ({
      role: line.role,
      name: name(line, names),
      text: line.text,
      at: new Date(line.at).toISOString(),
      interrupted: line.interrupted,
      sources: line.sources,
    })),
    null,
    2,
  )}\n`;
}

/** Milliseconds per character at reading pace, and limits for one line. */
const MS_PER_CHARACTER = 60;
const MIN_MS = 1000;
const MAX_MS = 10_000;

/**
 * Returns WebVTT (W3C) with voice tags. Times count from the first line. A cue ends when the next one starts, or
 * after its reading time.
 */
export function asVtt(lines: readonly Line[], names: Names): string {
  const spokenLines = lines.filter((line) => line.text.trim()).sort((a, b) => a.at - b.at);
  const start = spokenLines[0]?.at ?? 0;
  const cues = spokenLines.map((line, index) => {
    const reading = Math.min(Math.max(line.text.length * MS_PER_CHARACTER, MIN_MS), MAX_MS);
    const next = spokenLines[index + 1]?.at ?? Infinity;
    // Lines with the same time would otherwise have a duration of 0.
    const end = next > line.at ? Math.min(line.at + reading, next) : line.at + reading;
    return (
      `${stamp(line.at - start)} --> ${stamp(end - start)}\n<v ` +
      `${escape(name(line, names)).replace(/\s+/g, ' ')}>${escape(line.text.trim()).replace(/\s*\n\s*/g, '\n')}\n`
    );
  });
  return ['WEBVTT\n', ...cues].join('\n');
}

/** Formats a time such as `00:01:02.345`. */
function stamp(milliseconds: number): string {
  const totalMilliseconds = Math.round(milliseconds);
  const twoDigits = (value: number) => String(Math.floor(value)).padStart(2, '0');
  const parts = [
    totalMilliseconds / 3_600_000,
    (totalMilliseconds / 60_000) % 60,
    (totalMilliseconds / 1000) % 60,
  ].map(twoDigits);
  return `${parts.join(':')}.${String(totalMilliseconds % 1000).padStart(3, '0')}`;
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

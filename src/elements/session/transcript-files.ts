/** The transcript as files: for people, for programs, and as captions of a recording. Pure. */
import type { Line } from './phases.ts';

/** Who is who, and how a cut line is marked, in the visitor's language. */
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

const name = (line: Line, names: Names) => (line.role === 'user' ? names.user : names.pal);

/** `[2026-01-05T09:00:00.000Z] Mira: Hello.` on a line each; further lines of one utterance are indented. */
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
 * `[{role, name, text, at, interrupted, sources?}]`, `at` as ISO 8601, `sources` as `[{document_id,
 * document_name}]` where an answer has them.
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

/** A line that nothing follows stays for so long, by its length, at reading pace. */
const MS_PER_CHARACTER = 60;
const LEAST_MS = 1000;
const MOST_MS = 10_000;

/**
 * WebVTT (W3C) with voices, from the first line on. A cue ends with the next one's start, or when it is read.
 */
export function asVtt(lines: readonly Line[], names: Names): string {
  const told = lines.filter((line) => line.text.trim()).sort((one, other) => one.at - other.at);
  const start = told[0]?.at ?? 0;
  const cues = told.map((line, index) => {
    const reading = Math.min(Math.max(line.text.length * MS_PER_CHARACTER, LEAST_MS), MOST_MS);
    const next = told[index + 1]?.at ?? Infinity;
    // Two lines of one moment both need a time to be seen.
    const end = next > line.at ? Math.min(line.at + reading, next) : line.at + reading;
    return (
      `${stamp(line.at - start)} --> ${stamp(end - start)}\n<v ` +
      `${escape(name(line, names)).replace(/\s+/g, ' ')}>${escape(line.text.trim()).replace(/\s*\n\s*/g, '\n')}\n`
    );
  });
  return ['WEBVTT\n', ...cues].join('\n');
}

/** `00:01:02.345`. */
function stamp(milliseconds: number): string {
  const whole = Math.round(milliseconds);
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  const parts = [whole / 3_600_000, (whole / 60_000) % 60, (whole / 1000) % 60].map(two);
  return `${parts.join(':')}.${String(whole % 1000).padStart(3, '0')}`;
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

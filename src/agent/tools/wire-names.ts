/** Tool names that all model vendors accept: a letter, then letters, digits, `_` and `-`, at most 64 characters. */
import { createHash } from 'node:crypto';
import type { Tool } from './tool.ts';

const MAX_NAME_LENGTH = 64;
/** Length of the suffix that distinguishes two names which would otherwise be equal. */
const SUFFIX_LENGTH = 6;

export function wireName(name: string): string {
  const plainName = name.replace(/[^a-zA-Z0-9_-]/g, '_');
  const nameWithLetter = /^[a-zA-Z]/.test(plainName) ? plainName : `t_${plainName}`;
  if (nameWithLetter === name && name.length <= MAX_NAME_LENGTH) return name;
  const suffix = createHash('sha256').update(name).digest('hex').slice(0, SUFFIX_LENGTH);
  return `${nameWithLetter.slice(0, MAX_NAME_LENGTH - SUFFIX_LENGTH - 1)}_${suffix}`;
}

export const withWireNames = (tools: readonly Tool[]): ReadonlyMap<string, Tool> =>
  new Map(tools.map((tool) => [wireName(tool.name), tool]));

/**
 * Names of tools that every vendor of models accepts: a letter first, then letters, digits, `_` and `-`, 64 in all.
 */
import { createHash } from 'node:crypto';
import type { Tool } from './tool.ts';

const MAX_NAME_LENGTH = 64;
/** Characters of the suffix that distinguishes two names with the same written form. */
const MARK = 6;

export function wireName(name: string): string {
  const plain = name.replace(/[^a-zA-Z0-9_-]/g, '_');
  const lettered = /^[a-zA-Z]/.test(plain) ? plain : `t_${plain}`;
  if (lettered === name && name.length <= MAX_NAME_LENGTH) return name;
  const mark = createHash('sha256').update(name).digest('hex').slice(0, MARK);
  return `${lettered.slice(0, MAX_NAME_LENGTH - MARK - 1)}_${mark}`;
}

export const withWireNames = (tools: readonly Tool[]): ReadonlyMap<string, Tool> =>
  new Map(tools.map((tool) => [wireName(tool.name), tool]));

/**
 * The faces that are drawn by code. Each temperament has a separate file, so that a page loads only the faces that it
 * draws.
 */
import type { Character } from './character.ts';
import { mira } from './characters/mira.ts';
import { noor } from './characters/noor.ts';
import { pip } from './characters/pip.ts';
import { tomas } from './characters/tomas.ts';

export const FACE_NAMES = ['mira', 'tomas', 'noor', 'pip'] as const;
export type FaceName = (typeof FACE_NAMES)[number];

export const CHARACTERS: Readonly<Record<FaceName, Character>> = { mira, tomas, noor, pip };

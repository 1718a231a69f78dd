/**
 * The mouth shapes, in the order of a face's pictures:
 * - `rest`: the idle face
 * - `closed`: m, b, p
 * - `slight`: consonants behind the teeth
 * - `open`: aa, ae, ah
 * - `wide`: iy, eh, ey
 * - `round`: ow, uw, w
 * - `teeth`: f, v
 */
export const MOUTHS = ['rest', 'closed', 'slight', 'open', 'wide', 'round', 'teeth'] as const;
export type Mouth = (typeof MOUTHS)[number];

/** Added to the index of a mouth at the start of a stressed syllable. */
export const STRESS = 8;

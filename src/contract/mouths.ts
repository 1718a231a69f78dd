/**
 * The mouth shapes, in the order of a face's pictures. `rest` is the idle face; `closed` is m, b, p; `slight` are
 * consonants behind the teeth; `open` is aa, ae, ah; `wide` is iy, eh, ey; `round` is ow, uw, w; `teeth` is f, v.
 */
export const MOUTHS = ['rest', 'closed', 'slight', 'open', 'wide', 'round', 'teeth'] as const;
export type Mouth = (typeof MOUTHS)[number];

/** Added to the index of a mouth at the start of a stressed syllable. */
export const STRESS = 8;

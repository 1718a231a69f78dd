/**
 * The mouth's shapes, in the order of the face's pictures. `rest` is the idle face; `closed` is m, b, p;
 * `slight` the consonants made behind the teeth; `open` aa, ae, ah; `wide` iy, eh, ey; `round` ow, uw, w;
 * `teeth` f, v.
 */
export const MOUTHS = ['rest', 'closed', 'slight', 'open', 'wide', 'round', 'teeth'] as const;
export type Mouth = (typeof MOUTHS)[number];

/** Added to the index of a mouth with which a stressed syllable begins. */
export const STRESS = 8;

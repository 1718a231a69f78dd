/** The lips of a drawn face: the shape of each mouth, and how one becomes another as the sound goes on. */
import type { Mouth } from '../mouths.ts';

/**
 * Half widths and heights are pixels from the middle of the mouth, of a head that is 512 pixels high; `jaw` is
 * how far the chin drops. `teeth` is the height of the teeth, `smile` and `pucker` go from 0 to 1.
 */
export interface MouthShape {
  half: number;
  corner: number;
  top: number;
  bow: number;
  gapTop: number;
  gapBottom: number;
  bottom: number;
  jaw: number;
  teeth: number;
  smile: number;
  pucker: number;
}

export const MOUTH_SHAPES: Readonly<Record<Mouth, MouthShape>> = {
  rest: {
    half: 35,
    corner: -6,
    top: -9.6,
    bow: -7,
    gapTop: 2,
    gapBottom: 2,
    bottom: 13.5,
    jaw: 0,
    teeth: 0,
    smile: 0.8,
    pucker: 0,
  },
  closed: {
    half: 30,
    corner: -1,
    top: -6.5,
    bow: -4.5,
    gapTop: 1,
    gapBottom: 1,
    bottom: 9.5,
    jaw: -1,
    teeth: 0,
    smile: 0.1,
    pucker: 0,
  },
  slight: {
    half: 31,
    corner: -2,
    top: -9.5,
    bow: -7,
    gapTop: -1.5,
    gapBottom: 5,
    bottom: 16,
    jaw: 3,
    teeth: 4,
    smile: 0.25,
    pucker: 0,
  },
  open: {
    half: 29.5,
    corner: 1,
    top: -11,
    bow: -8.5,
    gapTop: -3,
    gapBottom: 17,
    bottom: 28,
    jaw: 12,
    teeth: 6,
    smile: 0.1,
    pucker: 0,
  },
  wide: {
    half: 34.5,
    corner: -3,
    top: -9,
    bow: -7,
    gapTop: -2,
    gapBottom: 8.5,
    bottom: 18,
    jaw: 4,
    teeth: 8,
    smile: 0.45,
    pucker: 0,
  },
  round: {
    half: 19,
    corner: 3,
    top: -11.5,
    bow: -9,
    gapTop: -4,
    gapBottom: 10.5,
    bottom: 20.5,
    jaw: 6,
    teeth: 0,
    smile: 0,
    pucker: 1,
  },
  teeth: {
    half: 31,
    corner: -2,
    top: -10.5,
    bow: -8,
    gapTop: -3,
    gapBottom: 4,
    bottom: 11.5,
    jaw: 0,
    teeth: 12,
    smile: 0.3,
    pucker: 0,
  },
};

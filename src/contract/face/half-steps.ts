/** Half steps: pictures of lips between two mouth shapes. Plain data. */
import { MOUTHS, type Mouth } from '../mouths.ts';

const SHUT_MOUTHS: readonly Mouth[] = ['rest', 'closed'];
const FAR_MOUTHS: readonly Mouth[] = ['open', 'round'];
const isJump = (one: Mouth, other: Mouth) => SHUT_MOUTHS.includes(one) && FAR_MOUTHS.includes(other);

/**
 * Pairs of mouth shapes, as indices into `MOUTHS`, with a picture in between. Between closed and wide open lips it is
 * the shape `slight`.
 */
export const HALF_STEPS: readonly (readonly [number, number])[] = MOUTHS.flatMap((one, first) =>
  MOUTHS.flatMap((other, second) => {
    const isPair = second > first && !isJump(one, other) && !isJump(other, one);
    return isPair ? [[first, second] as const] : [];
  }),
);

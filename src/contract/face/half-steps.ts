/** Half steps: pictures of lips on their way from one mouth to another. Plain data. */
import { MOUTHS, type Mouth } from '../mouths.ts';

const SHUT: readonly Mouth[] = ['rest', 'closed'];
const FAR: readonly Mouth[] = ['open', 'round'];
const isJump = (one: Mouth, other: Mouth) => SHUT.includes(one) && FAR.includes(other);

/**
 * Pairs of mouths, as indices into `MOUTHS`, that have a picture between them. Between shut lips and wide open ones
 * it is the mouth `slight`.
 */
export const HALF_STEPS: readonly (readonly [number, number])[] = MOUTHS.flatMap((one, first) =>
  MOUTHS.flatMap((other, second) => {
    const isPair = second > first && !isJump(one, other) && !isJump(other, one);
    return isPair ? [[first, second] as const] : [];
  }),
);

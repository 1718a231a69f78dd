/** The pictures of the demo shop by file name. */
import { cityOne } from './city-one.ts';
import { gravelTwo } from './gravel-two.ts';
import { harbour } from './harbour.ts';
import { tideElectric } from './tide-electric.ts';

export const PICTURES: Record<string, () => string> = {
  'city-one': cityOne,
  'gravel-two': gravelTwo,
  'tide-electric': tideElectric,
  harbour,
};

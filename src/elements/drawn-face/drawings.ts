/** The drawing of each face, each in a separate chunk. */
import type { FaceName } from '@palkit/contract/face/characters';
import type { Portrait } from '../faces/portrait.ts';

export const DRAWINGS: Readonly<Record<FaceName, () => Promise<{ drawing: Portrait }>>> = {
  mira: () => import('../faces/mira.ts'),
  tomas: () => import('../faces/tomas.ts'),
  noor: () => import('../faces/noor.ts'),
  pip: () => import('../faces/pip.ts'),
};

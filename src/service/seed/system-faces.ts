/** The built-in faces, which are drawn by the code in `src/elements/faces`. */
import type { FliteVoiceName } from '@palkit/agent';
import { DEFAULT_FACE_ID } from '@palkit/contract/faces';

export interface SystemFace {
  id: string;
  name: string;
  /** The base name of the face's files. */
  asset: string;
  /** The embedded voice for this face, if the PAL selects none. */
  voice: FliteVoiceName;
}

export const SYSTEM_FACE: SystemFace = {
  id: DEFAULT_FACE_ID,
  name: 'Mira',
  asset: 'mira',
  voice: 'slt',
};

export const SYSTEM_FACES: readonly SystemFace[] = [
  SYSTEM_FACE,
  { id: 'r8c41e07b92d35fa6e013', name: 'Tomas', asset: 'tomas', voice: 'rms' },
  { id: 'r2e96b5d07f1ac84390bd', name: 'Noor', asset: 'noor', voice: 'slt' },
  { id: 'ra07d3f6512be98c47e5f', name: 'Pip', asset: 'pip', voice: 'awb' },
];

/** Returns the embedded voice of a built-in face; undefined for a trained face. */
export const voiceOfFace = (id: string): FliteVoiceName | undefined =>
  SYSTEM_FACES.find((face) => face.id === id)?.voice;

/** Writes the file of a trained face: poses with all mouth shapes, and half steps between them. */
import { HALF_STEPS } from '@palkit/contract/face/half-steps';
import { MOUTHS } from '@palkit/contract/mouths';
import type { SpeakingFace } from '@palkit/face-training/train-face';
import { withHeader, type DrawnHeader } from './face-file.ts';

export function writeSpeakingFace(name: string, face: SpeakingFace): Uint8Array {
  const bodies: Uint8Array[] = [];
  let offset = 0;
  const add = (bytes: Uint8Array): [number, number] => {
    bodies.push(bytes);
    offset += bytes.length;
    return [offset - bytes.length, bytes.length];
  };
  // A pose with resting lips has a single picture for all mouth shapes and half steps.
  const frames = face.poses.map((mouths) => {
    const places = mouths.map(add);
    return MOUTHS.map((_, index) => places[index] ?? places[0]!);
  });
  const halfSteps = face.poses.map((_, pose) => {
    const places = face.halfSteps[pose]?.map(add);
    return HALF_STEPS.map((_, index) => places?.[index] ?? frames[pose]![0]!);
  });
  const header = {
    name,
    width: face.size,
    height: face.size,
    rate: face.rate,
    codec: 'vp8' as const,
    poses: face.poses.length,
    mouths: [...MOUTHS],
    motion: face.motion,
    frames: frames.flat(),
    halfSteps: {
      pairs: HALF_STEPS.map(([first, second]): [number, number] => [first, second]),
      frames: halfSteps.flat(),
    },
  };
  return withHeader(header satisfies Omit<DrawnHeader, 'mouths'> & { mouths: string[] }, bodies);
}

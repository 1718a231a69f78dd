/** Renders a speaking face as a WebM file: existing pictures and sound are combined without re-encoding. */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { PACKET_SECONDS } from '@palkit/agent';
import { readFaceFile, type FaceFile } from '../embedded/face-file.ts';
import { VideoPerformance } from '../embedded/video-performance.ts';
import { soundOf, writeWebm, type Packet } from './packing.ts';
import { declaredWebp, provenanceOf } from './provenance.ts';
import { readRecording, type Recording } from './recording.ts';
import type { SpokenScript, MediaJobResult } from './media-jobs.ts';

/** Seconds of silence before the first and after the last word. */
const LEADING_SILENCE = 0.4;
const TRAILING_SILENCE = 0.6;
const MOUTH_SECONDS = 0.04;
const TICKS_PER_SECOND = 90_000;
/** Colour space of the drawn faces (`scripts/render-face.ts`). */
export const DRAWN_COLOURS = {
  matrix: 'smpte170m',
  primaries: 'bt709',
  transfer: 'iec61966-2-1',
  fullRange: false,
} as const;

export async function renderVideo(
  task: { face: string; trained: boolean; sound: SpokenScript | string; folder: string },
  progress: (share: number) => void,
): Promise<MediaJobResult> {
  const face = readFaceFile(task.face);
  const { sound, mouths, seconds } =
    typeof task.sound === 'string' ? await readRecording(task.sound) : recordingOf(task.sound);
  const length = LEADING_SILENCE + seconds + TRAILING_SILENCE;
  let reportedShare = 0;
  await writeFile(
    path.join(task.folder, 'webp'),
    declaredWebp(face.kind === 'drawn' ? face.frame(0, 0) : face.frames[0]!.bytes, task),
  );
  const frames = framesOf(face, mouths, length);
  // A filmed loop gets no mark: it does not consist of key frames only, so its pictures cannot be changed one
  // by one, and its lips do not speak the words.
  const mark =
    task.trained && face.kind === 'drawn' ? (await import('./visible-mark.ts')).markPictures : null;
  await writeWebm(path.join(task.folder, 'webm'), {
    tags: provenanceOf(task),
    picture: {
      width: face.width,
      height: face.height,
      colorSpace: face.kind === 'drawn' ? DRAWN_COLOURS : undefined,
      frames: mark?.(frames) ?? frames,
    },
    sound: {
      ...sound,
      packets: sound.packets.map((packet) => ({ ...packet, time: packet.time + LEADING_SILENCE })),
    },
    progress(at) {
      if (at / length - reportedShare < 0.1) return;
      reportedShare = at / length;
      progress(reportedShare);
    },
  });
  return { seconds: length };
}

function recordingOf({ packets, mouths }: SpokenScript): Recording {
  return { sound: soundOf(packets), mouths, seconds: packets.length * PACKET_SECONDS };
}

/** Yields the pictures of a video that lasts `seconds`, in which the lips move as in `mouths`. */
export function* framesOf(
  face: FaceFile,
  mouths: Uint8Array,
  seconds: number,
): Generator<Packet & { key: boolean }> {
  if (face.kind === 'filmed') {
    for (let repetition = 0; repetition * face.duration < seconds * TICKS_PER_SECOND; repetition++) {
      for (const [index, { bytes, time, key }] of face.frames.entries()) {
        const at = (repetition * face.duration + time) / TICKS_PER_SECOND;
        if (at >= seconds) return;
        yield {
          bytes,
          key,
          time: at,
          duration: ((face.frames[index + 1]?.time ?? face.duration) - time) / TICKS_PER_SECOND,
        };
      }
    }
    return;
  }
  const duration = 1 / face.rate;
  const performance = new VideoPerformance(face);
  for (let frame = 0; frame * duration < seconds; frame++) {
    const mouthIndex = Math.floor((frame * duration - LEADING_SILENCE + 1e-6) / MOUTH_SECONDS);
    const { pose, mouth, toward } = performance.next(
      'idle',
      mouths[mouthIndex] ?? null,
      mouths[mouthIndex + 1],
    );
    yield { bytes: face.frame(pose, mouth, toward), key: true, time: frame * duration, duration };
  }
}

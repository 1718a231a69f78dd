/**
 * Selects the segments of a film that a face repeats forwards and backwards: one for speaking and, if the
 * film has it, one for listening.
 */
import { SPEAKING_FILM } from '@palkit/contract/face-report';
import type { FaceMotion } from '@palkit/contract/face/motion';
import type { Analysis } from './analysis.ts';
import { difference } from './looks.ts';
import { quantile } from './measures.ts';

export interface Segments {
  /** Frames of the film for which all mouth shapes are drawn. */
  speaking: number[];
  /** Frames for listening with resting lips; empty if none are similar enough to the speaking ones. */
  listening: number[];
  motion: FaceMotion;
}

/** Lengths of a segment in frames; the first one that the film has is used. */
const SPEAKING_LENGTHS = [100, 75, 50];
const LISTENING_LENGTHS = [125, 75];
/** Maximum difference of two adjacent frames in levels of 255; more is a cut. */
const MAX_STEP = 12;
/**
 * The limit for differences at a joint is never lower than this, because camera noise alone exceeds a lower
 * limit.
 */
const MIN_JOINT = 1.5;
/** Maximum rotation in radians between two heads that are joined. */
const JOINT_TURN = 0.035;
/** Maximum shift in eye distances between two heads that are joined. */
const JOINT_SHIFT = 0.035;
/**
 * Maximum number of steps from a listening frame to a frame with a joint; the lips may be delayed by this number of
 * frames.
 */
const MAX_STEPS = 1;
/** Maximum number of joints of one frame. */
const MAX_JOINTS = 3;

/**
 * Returns null if no span of the film without a cut is long enough. `longest` is the maximum number of frames
 * of a segment.
 */
export function segmentsOf(analysis: Analysis, longest: number): Segments | null {
  const speed = speeds(analysis);
  const limitLengths = (maxLengths: readonly number[]) =>
    maxLengths.map((length) => Math.min(length, longest));
  const speaking = firstOf(limitLengths(SPEAKING_LENGTHS), (length) =>
    calmestSegment(analysis, speed, length),
  );
  if (!speaking) return null;
  const listening =
    firstOf(limitLengths(LISTENING_LENGTHS), (length) => joinSegments(analysis, speed, length, speaking)) ??
    [];
  return { speaking, listening, motion: motionOf(analysis, speaking, listening) };
}

function firstOf<Value>(lengths: readonly number[], find: (length: number) => Value | null): Value | null {
  for (const length of lengths) {
    const value = find(length);
    if (value) return value;
  }
  return null;
}

/**
 * Returns for each frame the head's movement since the previous one; Infinity at a cut or if there is no
 * face.
 */
function speeds({ frames, thumbnails, eyeDistance }: Analysis): number[] {
  return frames.map((frame, index) => {
    const previousFrame = frames[index - 1];
    const [thumbnail, previousThumbnail] = [thumbnails[index], thumbnails[index - 1]];
    if (!frame || !previousFrame || !thumbnail || !previousThumbnail) return Infinity;
    if (difference(thumbnail, previousThumbnail) > MAX_STEP) return Infinity;
    return (
      Math.hypot(frame.x - previousFrame.x, frame.y - previousFrame.y) / eyeDistance +
      0.7 *
        Math.hypot(
          frame.yaw - previousFrame.yaw,
          frame.pitch - previousFrame.pitch,
          frame.roll - previousFrame.roll,
        )
    );
  });
}

const frameList = (from: number, length: number) => Array.from({ length }, (_, index) => from + index);

/**
 * Returns the segment with the least movement in which the head looks straight ahead and the lips are mostly
 * closed; null if there is none.
 */
function calmestSegment(analysis: Analysis, speed: readonly number[], length: number): number[] | null {
  const { frames } = analysis;
  const middle = {
    yaw: quantile(
      frames.map((frame) => frame?.yaw ?? 0),
      0.5,
    ),
    pitch: quantile(
      frames.map((frame) => frame?.pitch ?? 0),
      0.5,
    ),
  };
  const cost = frames.map((frame, index) =>
    frame
      ? speed[index]! +
        0.05 * frame.open +
        0.02 * Math.hypot(frame.yaw - middle.yaw, frame.pitch - middle.pitch)
      : Infinity,
  );
  const start = cheapestStart(cost, speed, length, () => true);
  return start === null ? null : frameList(start, length);
}

/**
 * Returns the start of the segment with the lowest mean cost and slow movement at both ends, where the
 * direction reverses; null if no segment is accepted.
 */
function cheapestStart(
  cost: readonly number[],
  speed: readonly number[],
  length: number,
  accepts: (start: number) => boolean,
): number | null {
  let bestCost = Infinity;
  let cheapestStart: number | null = null;
  for (let start = 1; start + length < cost.length; start++) {
    let sum = 0.12 * (speed[start]! + speed[start + length - 1]!);
    for (let frame = start; frame < start + length && sum < bestCost; frame++) sum += cost[frame]! / length;
    if (sum < bestCost && accepts(start)) {
      bestCost = sum;
      cheapestStart = start;
    }
  }
  return cheapestStart;
}

/**
 * Returns the calmest segment with closed lips that has no long run of frames without a joint to a speaking
 * pose. Returns null if there is none.
 */
function joinSegments(
  analysis: Analysis,
  speed: readonly number[],
  length: number,
  speaking: readonly number[],
): number[] | null {
  const { frames } = analysis;
  const cost = frames.map((frame, index) =>
    frame && frame.open <= SPEAKING_FILM.maxClosedOpening && !speaking.includes(index)
      ? speed[index]!
      : Infinity,
  );
  const limit = jointLimit(analysis);
  const hasJoint = frames.map(
    (_, index) => cost[index]! < Infinity && jointsOf(analysis, index, speaking, limit).length > 0,
  );
  const start = cheapestStart(cost, speed, length, (from) => {
    for (let frame = from, stepsToJoint = 0; frame < from + length; frame++) {
      stepsToJoint = hasJoint[frame] ? 0 : stepsToJoint + 1;
      if (stepsToJoint > MAX_STEPS * 2) return false;
    }
    return true;
  });
  return start === null ? null : frameList(start, length);
}

/**
 * Returns the maximum difference at which two frames may be joined: the difference that a tenth of the adjacent
 * frames reach or exceed, but at least `MIN_JOINT`.
 */
function jointLimit({ thumbnails }: Analysis): number {
  const steps = thumbnails.flatMap((small, index) => {
    const before = thumbnails[index - 1];
    return small && before ? [difference(small, before)] : [];
  });
  return Math.max(MIN_JOINT, quantile(steps, 0.9));
}

/** Returns the speaking poses that may follow a frame, most similar first. */
function jointsOf(analysis: Analysis, frame: number, speaking: readonly number[], limit: number): number[] {
  const { frames, thumbnails, eyeDistance } = analysis;
  const [frameMeasures, small] = [frames[frame], thumbnails[frame]];
  if (!frameMeasures || !small) return [];
  return speaking
    .flatMap((otherFrame, pose) => {
      const head = frames[otherFrame]!;
      const isNear =
        Math.hypot(frameMeasures.x - head.x, frameMeasures.y - head.y) < JOINT_SHIFT * eyeDistance &&
        Math.hypot(
          frameMeasures.yaw - head.yaw,
          frameMeasures.pitch - head.pitch,
          frameMeasures.roll - head.roll,
        ) < JOINT_TURN;
      const distance = isNear ? difference(small, thumbnails[otherFrame]!) : Infinity;
      return distance <= limit ? [{ pose, apart: distance }] : [];
    })
    .sort((a, b) => a.apart - b.apart)
    .slice(0, MAX_JOINTS)
    .map(({ pose }) => pose);
}

/** Returns the motion of the face. Speaking poses come first, followed by listening ones. */
function motionOf(analysis: Analysis, speaking: readonly number[], listening: readonly number[]): FaceMotion {
  const near: number[][] = [];
  const chain = (from: number, length: number) => {
    for (let pose = from; pose < from + length; pose++)
      near.push([pose - 1, pose + 1].filter((other) => other >= from && other < from + length));
  };
  chain(0, speaking.length);
  chain(speaking.length, listening.length);
  const limit = jointLimit(analysis);
  for (const [index, frame] of listening.entries()) {
    const pose = speaking.length + index;
    for (const other of jointsOf(analysis, frame, speaking, limit)) {
      near[pose]!.push(other);
      near[other]!.push(pose);
    }
  }
  const round = (from: number, length: number) => {
    const forwards = frameList(from, length);
    return { round: [...forwards, ...forwards.slice(1, -1).reverse()], dwell: 1, gestures: [] };
  };
  const speaks = round(0, speaking.length);
  const listens = listening.length > 0 ? round(speaking.length, listening.length) : speaks;
  // Thinking ends when speech starts, so the face thinks only in poses from which the lips can start immediately.
  return { near, moods: { idle: listens, listening: listens, thinking: speaks, talking: speaks } };
}

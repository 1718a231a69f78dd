/** Measurements of each frame: the pose of the head, and the shape of the mouth relative to the head. */
import {
  EYE_CORNERS,
  INNER_PAIRS,
  LOWER_LIP,
  MOUTH_CORNERS,
  NOSE_BRIDGE,
  RIGID,
  UPPER_LIP,
  VALUE_COUNT,
} from './face-points.ts';
import { similarity, type Point3 } from './similarity.ts';

/**
 * Lengths are relative to the distance between the outer corners of the eyes; angles are in radians relative to the
 * mean head.
 */
export interface Measures {
  frame: number;
  /** Distance between the inner edges of the lips. */
  open: number;
  /** Distance between the corners of the mouth. */
  width: number;
  /** Distance from the upper edge of the upper lip to the lower edge of the lower lip. */
  outer: number;
  /** Height of the lower lip, which is small if the lip is below the teeth. */
  lower: number;
  yaw: number;
  pitch: number;
  roll: number;
  /** Position of the bridge of the nose in pixels. */
  x: number;
  y: number;
}

/** The landmarks of each frame; null if there is no face. */
export type Track = readonly (Float32Array | null)[];

/** Number of frames, spread over the film, from which the mean head is computed. */
const MEAN_FRAMES = 300;
const MEAN_ROUNDS = 2;

export interface FilmMeasures {
  /** Pixels between the outer corners of the eyes of the mean head. */
  eyeDistance: number;
  /** Null if there is no face. */
  frames: readonly (Measures | null)[];
}

export const pointAt = (points: Float32Array, index: number): Point3 => [
  points[index * 3]!,
  points[index * 3 + 1]!,
  points[index * 3 + 2]!,
];
export const distanceBetween = (one: Point3 | readonly number[], other: Point3 | readonly number[]): number =>
  Math.hypot(one[0] - other[0], one[1] - other[1]);
export const eyeDistanceOf = (points: Float32Array): number =>
  distanceBetween(pointAt(points, EYE_CORNERS[0]), pointAt(points, EYE_CORNERS[1]));

export function measureTrack(track: Track): FilmMeasures {
  const faces = track.filter((points) => points !== null);
  if (faces.length === 0) return { eyeDistance: 0, frames: track.map(() => null) };
  const mean = meanHead(faces);
  const eyeDistance = eyeDistanceOf(mean);
  return {
    eyeDistance,
    frames: track.map((points, frame) => points && measureFrame(points, frame, mean, eyeDistance)),
  };
}

function meanHead(faces: readonly Float32Array[]): Float32Array {
  const step = Math.max(1, Math.floor(faces.length / MEAN_FRAMES));
  const sampledFaces = faces.filter((_, index) => index % step === 0);
  let mean = sampledFaces[0]!;
  for (let round = 0; round < MEAN_ROUNDS; round++) {
    const sum = new Float64Array(VALUE_COUNT);
    for (const points of sampledFaces) {
      const fit = similarity(points, mean, RIGID);
      for (let offset = 0; offset < VALUE_COUNT; offset += 3) {
        const fittedPoint = fit.apply(points[offset]!, points[offset + 1]!, points[offset + 2]!);
        for (let axis = 0; axis < 3; axis++) sum[offset + axis]! += fittedPoint[axis]! / sampledFaces.length;
      }
    }
    mean = Float32Array.from(sum);
  }
  return mean;
}

function measureFrame(
  points: Float32Array,
  frame: number,
  mean: Float32Array,
  eyeDistance: number,
): Measures {
  const fit = similarity(points, mean, RIGID);
  const headPoint = (index: number) => fit.apply(...pointAt(points, index));
  const distance = (one: number, other: number) =>
    distanceBetween(headPoint(one), headPoint(other)) / eyeDistance;
  const { rotation } = fit;
  return {
    frame,
    open: INNER_PAIRS.reduce((sum, [upper, lower]) => sum + distance(upper, lower), 0) / INNER_PAIRS.length,
    width: distance(...MOUTH_CORNERS),
    outer: distance(UPPER_LIP.outer, LOWER_LIP.outer),
    lower: (headPoint(LOWER_LIP.outer)[1] - headPoint(LOWER_LIP.inner)[1]) / eyeDistance,
    yaw: Math.atan2(rotation[0][2], rotation[2][2]),
    pitch: Math.atan2(-rotation[1][2], Math.hypot(rotation[0][2], rotation[2][2])),
    roll: Math.atan2(rotation[1][0], rotation[0][0]),
    x: points[NOSE_BRIDGE * 3]!,
    y: points[NOSE_BRIDGE * 3 + 1]!,
  };
}

/**
 * Returns the landmarks of a frame, smoothed over time within each run of frames with a face; `sigma` is in
 * frames.
 */
export function smooth(track: Track, frame: number, sigma = 1): Float32Array {
  const maxDistance = Math.ceil(sigma * 3);
  const sum = new Float64Array(VALUE_COUNT);
  let weights = 0;
  for (const direction of [-1, 1]) {
    for (let step = direction < 0 ? 0 : 1; step <= maxDistance; step++) {
      const points = track[frame + direction * step];
      if (!points) break;
      const weight = Math.exp((-step * step) / (2 * sigma * sigma));
      weights += weight;
      for (let index = 0; index < VALUE_COUNT; index++) sum[index]! += weight * points[index]!;
    }
  }
  return Float32Array.from(sum, (value) => value / weights);
}

/** Returns the quantile of the values; `share` is from 0 to 1. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}

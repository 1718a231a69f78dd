/**
 * Maps the mouth of one frame into the head of another: landmarks of the head's frame, and their positions in
 * the mouth's frame.
 */
import {
  AROUND_LIPS,
  CHIN,
  INNER_LIPS,
  NOSE_BRIDGE,
  OUTER_LIPS,
  PINNED_POINTS,
  RIGID,
} from './face-points.ts';
import { pointAt } from './measures.ts';
import type { Bend } from './mouth-choice.ts';
import { similarity } from './similarity.ts';
import { fitSplines, type PlaneMaps, type Point } from './spline.ts';

export interface MouthFit {
  /** Points in the loop's frame. */
  at: Point[];
  /** The same points in the frame that has the mouth. */
  to: Point[];
  maps: PlaneMaps;
  chin: Point[];
  lips: Point[];
}

const SMOOTH = 2;
/**
 * Distances of the points of the neck below each point of the chin, as fractions of the length from the bridge of the
 * nose to the chin.
 */
const NECK = [0.12, 0.3];
const NECK_SIDEWAYS = 0.4;
/** Fraction of the lower lip's movement by which the chin moves. */
const CHIN_SHARE = 0.5;

const planePoint = (points: Float32Array, index: number): Point => [
  points[index * 3]!,
  points[index * 3 + 1]!,
];

/** @param source landmarks of the frame that has the mouth; @param target those of the loop's frame */
export function fitMouth(source: Float32Array, target: Float32Array, bend: Bend | null = null): MouthFit {
  const head = similarity(source, target, RIGID);
  const mapToTarget = (index: number): Point => {
    const [x, y] = head.apply(...pointAt(source, index));
    return [x, y];
  };
  const bent = bend ? bentLips(mapToTarget, bend) : null;
  const positionOf = (index: number): Point => bent?.get(index) ?? mapToTarget(index);
  const at: Point[] = [];
  const to: Point[] = [];
  const addPair = (from: Point, goal: Point) => {
    at.push(from);
    to.push(goal);
  };
  for (const index of [...OUTER_LIPS, ...INNER_LIPS, ...AROUND_LIPS])
    addPair(positionOf(index), planePoint(source, index));
  for (const index of PINNED_POINTS) addPair(planePoint(target, index), planePoint(source, index));
  const [bridge, mappedBridge] = [planePoint(source, NOSE_BRIDGE), planePoint(target, NOSE_BRIDGE)];
  for (const index of CHIN) {
    const [mappedPoint, sourcePoint] = [positionOf(index), planePoint(source, index)];
    for (const share of NECK) {
      const moveDown = (point: Point, from: Point): Point => [
        point[0] + (point[0] - from[0]) * share * NECK_SIDEWAYS,
        point[1] + (point[1] - from[1]) * share,
      ];
      addPair(moveDown(mappedPoint, mappedBridge), moveDown(sourcePoint, bridge));
    }
  }
  return {
    at,
    to,
    maps: fitSplines(at, [to], SMOOTH),
    chin: CHIN.map(positionOf),
    lips: OUTER_LIPS.map(positionOf),
  };
}

/** Moves lips and chin to another opening and width; the lips keep their thickness. */
function bentLips(positionOf: (index: number) => Point, bend: Bend): Map<number, Point> {
  const inner = INNER_LIPS.map(positionOf);
  const outer = OUTER_LIPS.map(positionOf);
  const halfCount = INNER_LIPS.length / 2;
  const centreX = (inner[0]![0] + inner[halfCount]![0]) / 2;
  const bent = new Map<number, Point>();
  let lowered = 0;
  for (const [index, point] of inner.entries()) {
    // The outlines form a loop: first the lower lip, then the upper lip in reverse.
    const opposite = inner[(INNER_LIPS.length - index) % INNER_LIPS.length]!;
    const shift = ((point[1] - opposite[1]) / 2) * (bend.open - 1);
    const [outerX, outerY] = outer[index]!;
    const isLower = index > 0 && index < halfCount;
    const thickening = isLower ? (outerY - point[1]) * (bend.lower - 1) : 0;
    const moveSideways = (x: number) => centreX + (x - centreX) * bend.width;
    bent.set(INNER_LIPS[index]!, [moveSideways(point[0]), point[1] + shift]);
    bent.set(OUTER_LIPS[index]!, [moveSideways(outerX), outerY + shift + thickening]);
    if (index === halfCount / 2) lowered = shift + thickening;
  }
  for (const index of CHIN) {
    const [x, y] = positionOf(index);
    bent.set(index, [x, y + lowered * CHIN_SHARE]);
  }
  return bent;
}

/** Returns the maps for a half step between two mouths: both are mapped to the means of their points. */
export function meanMaps(one: MouthFit, other: MouthFit): PlaneMaps {
  const at = one.at.map(([x, y], index): Point => {
    const [otherX, otherY] = other.at[index]!;
    return [(x + otherX) / 2, (y + otherY) / 2];
  });
  return fitSplines(at, [one.to, other.to], SMOOTH);
}

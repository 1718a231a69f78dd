/** Selects the frames of the film that show each of the seven mouth shapes best. */
import { SPEAKING_FILM } from '@palkit/contract/face-report';
import { MOUTHS, type Mouth } from '@palkit/contract/mouths';
import type { Analysis } from './analysis.ts';
import { opening } from './film-checks.ts';
import { quantile, type Measures } from './measures.ts';

/** Opening relative to the widest in the film; width from -1 (narrowest) over 0 (median) to 1. */
export const TARGET_SHAPES: Readonly<Record<Mouth, { open: number; width: number }>> = {
  rest: { open: 0.02, width: 0.1 },
  closed: { open: 0, width: 0 },
  slight: { open: 0.28, width: 0.05 },
  open: { open: 0.85, width: 0.1 },
  wide: { open: 0.42, width: 0.7 },
  round: { open: 0.38, width: -0.95 },
  teeth: { open: 0.12, width: 0.1 },
};
const CLOSED_MOUTHS: readonly Mouth[] = ['rest', 'closed'];
/** Number of candidate frames for each mouth shape. */
const MAX_CANDIDATES = 8;
/** Minimum distance in frames between two candidates. */
const MIN_DISTANCE = 3;
/** Maximum weight of the lower lip's shape, because the opening is more important. */
const MAX_LOWER_LIP_WEIGHT = 2;

export interface Candidate {
  frame: number;
  cost: number;
  open: number;
  width: number;
}

export interface Shapes {
  /** Opening of the widest mouth in distances between the eye corners. */
  widest: number;
  /** Candidates for each mouth shape, best first. */
  candidates: Record<Mouth, Candidate[]>;
}

export function shapesOf(analysis: Analysis, speaking: readonly number[]): Shapes {
  const measures = analysis.frames.filter((frame) => frame !== null);
  const widest = opening(measures);
  const quantileOf = (read: (frame: Measures) => number, share: number) =>
    quantile(measures.map(read), share);
  const widths = [0.04, 0.5, 0.96].map((share) => quantileOf(({ width }) => width, share));
  const [narrow = 0, middle = 0, broad = 0] = widths;
  const norm = (frame: Measures) => ({
    open: frame.open / widest,
    width:
      frame.width < middle
        ? (frame.width - middle) / Math.max(1e-6, middle - narrow)
        : (frame.width - middle) / Math.max(1e-6, broad - middle),
  });
  const closedFrames = measures.filter(
    ({ open }) => open <= Math.min(0.07 * widest, SPEAKING_FILM.maxClosedOpening),
  );
  const lips = (share: number) =>
    closedFrames.length > 0
      ? quantile(
          closedFrames.map(({ outer }) => outer),
          share,
        )
      : quantileOf(({ outer }) => outer, 0.1);
  const extraCosts: Partial<Record<Mouth, (frame: Measures) => number>> = {
    rest: (frame) => 2 * (1 - closedShare(analysis, frame.frame)) + ((frame.outer - lips(0.6)) / 0.03) ** 2,
    closed: (frame) => ((frame.outer - lips(0.25)) / 0.03) ** 2,
    // A rolled-in lower lip is typical of f and v.
    slight: (frame) =>
      Math.min(MAX_LOWER_LIP_WEIGHT, ((frame.lower - quantileOf(({ lower }) => lower, 0.5)) / 0.02) ** 2),
    teeth: (frame) =>
      Math.min(
        MAX_LOWER_LIP_WEIGHT,
        Math.max(0, (frame.lower - quantileOf(({ lower }) => lower, 0.2)) / 0.015) ** 2,
      ),
  };
  const generalCost = generalCosts(analysis, measures, speaking);
  const candidates = Object.fromEntries(
    MOUTHS.map((mouth) => {
      const target = TARGET_SHAPES[mouth];
      const extra = extraCosts[mouth];
      const list = measures.map((frame, index) => {
        const { open, width } = norm(frame);
        const cost =
          ((open - target.open) / (target.open < 0.2 ? 0.06 : 0.14)) ** 2 +
          ((width - target.width) / 0.3) ** 2 +
          generalCost[index]! +
          (extra?.(frame) ?? 0);
        return { frame: frame.frame, cost, open, width };
      });
      return [mouth, spacedCandidates(list)];
    }),
  ) as Record<Mouth, Candidate[]>;
  return { widest, candidates };
}

/** Returns the part of each frame's cost that does not concern the mouth: a different pose, blur, fast movement. */
function generalCosts(
  { frames, sharpness, eyeDistance }: Analysis,
  measures: readonly Measures[],
  speaking: readonly number[],
): number[] {
  const mean = (read: (frame: Measures) => number) =>
    speaking.reduce((sum, frame) => sum + read(frames[frame]!) / speaking.length, 0);
  const pose = {
    yaw: mean(({ yaw }) => yaw),
    pitch: mean(({ pitch }) => pitch),
    roll: mean(({ roll }) => roll),
  };
  const medianSharpness = quantile(
    measures.map(({ frame }) => sharpness[frame]!),
    0.5,
  );
  return measures.map((frame) => {
    const previousFrame = frames[frame.frame - 1];
    const speed = previousFrame
      ? Math.hypot(frame.x - previousFrame.x, frame.y - previousFrame.y) / eyeDistance
      : 0;
    return (
      0.5 *
        (((frame.yaw - pose.yaw) / 0.12) ** 2 +
          ((frame.pitch - pose.pitch) / 0.12) ** 2 +
          ((frame.roll - pose.roll) / 0.2) ** 2) +
      (sharpness[frame.frame]! < medianSharpness * 0.6 ? 0.6 : 0) +
      (speed > 0.035 ? 0.4 : 0)
    );
  });
}

/** Returns the fraction of frames with closed lips among a frame and the two frames before and after it. */
function closedShare({ frames }: Analysis, frame: number): number {
  const neighbours = [-2, -1, 0, 1, 2].map((step) => frames[frame + step]);
  return (
    neighbours.filter((other) => other && other.open <= SPEAKING_FILM.maxClosedOpening).length /
    neighbours.length
  );
}

/** Returns the best frames, at least `MIN_DISTANCE` frames from each other. */
function spacedCandidates(list: Candidate[]): Candidate[] {
  const chosenCandidates: Candidate[] = [];
  for (const candidate of list.sort((candidate, other) => candidate.cost - other.cost)) {
    if (chosenCandidates.some(({ frame }) => Math.abs(frame - candidate.frame) < MIN_DISTANCE)) continue;
    chosenCandidates.push(candidate);
    if (chosenCandidates.length === MAX_CANDIDATES) break;
  }
  return chosenCandidates;
}

/** Factors for opening, width and lower lip by which the lips of a frame are warped if the film lacks a mouth shape. */
export interface Bend {
  open: number;
  width: number;
  lower: number;
}

/** Maximum differences between the opening and its aim, relative to the widest; larger ones are warped. */
const TOLERANCES: Readonly<Record<Mouth, number>> = {
  rest: 0.05,
  closed: 0.05,
  slight: 0.14,
  open: 0.25,
  wide: 0.15,
  round: 0.15,
  teeth: 0.06,
};

/** Limits the factors, because lips that are warped further look unnatural. */
const clamp = (value: number, minimum: number, maximum: number) =>
  Math.min(maximum, Math.max(minimum, value));

/** Returns the warp that changes a candidate to its aim; null if it is already close enough. */
export function bendOf(mouth: Mouth, { open, width }: Candidate, widest: number): Bend | null {
  const target = TARGET_SHAPES[mouth];
  if (CLOSED_MOUTHS.includes(mouth))
    return open * widest > SPEAKING_FILM.maxClosedOpening ? { open: 0, width: 1, lower: 1 } : null;
  const isTooFar = Math.abs(open - target.open) > TOLERANCES[mouth];
  const isMisshapen = (mouth === 'round' && width > -0.4) || (mouth === 'wide' && width < 0.2);
  if (!isTooFar && !isMisshapen) return null;
  return {
    open: clamp(target.open / Math.max(open, 0.02), mouth === 'teeth' ? 0.3 : 0.5, 1.8),
    width: mouth === 'round' && isMisshapen ? 0.82 : mouth === 'wide' && isMisshapen ? 1.1 : 1,
    lower: mouth === 'teeth' ? 0.75 : 1,
  };
}

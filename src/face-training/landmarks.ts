/**
 * Finds the landmarks of a face in the pictures of a film. The face is detected once and then tracked: in each
 * picture, the area of the last position is searched, rotated so that the face is upright.
 */
import { DETECTOR_SIDE, MESH_SIDE, type FaceModels } from './face-models.ts';
import { EYE_CORNERS, POINT_COUNT, REFINED_LIPS, VALUE_COUNT } from './face-points.ts';

export interface Picture {
  readonly width: number;
  readonly height: number;
  /** Three bytes per pixel. */
  readonly rgb: Uint8Array;
}

/** A square in a picture in pixels, rotated by `angle` radians. */
export interface Square {
  x: number;
  y: number;
  side: number;
  angle: number;
}
export interface DetectedFace extends Square {
  score: number;
}
export interface Landmarks {
  /** Landmarks in pixels; z has the same scale as x. */
  points: Float32Array;
  score: number;
}

/** Minimum score of a detected face. */
const MIN_DETECTION_SCORE = 0.4;
/** Minimum score of the first mesh of a face. */
const MIN_FIRST_MESH_SCORE = 0.3;
/** Minimum score of a tracked face. */
const MIN_TRACKING_SCORE = 0.5;
/** Side of the searched square, relative to the face. */
const MARGIN = 1.5;
/** Maximum overlap (0 to 1) of the boxes of two different faces. */
const MAX_OVERLAP = 0.3;
/** Width of the grid and boxes per cell for both outputs of the detector, and the count of numbers for a box. */
const GRIDS = [
  { width: 16, each: 2 },
  { width: 8, each: 6 },
] as const;
const BOX = 16;

const probability = (value: number): number => 1 / (1 + Math.exp(-value));

export class FaceTracker {
  readonly models: FaceModels;
  readonly #mesh = new Float32Array(MESH_SIDE * MESH_SIDE * 3);
  readonly #squareInput = new Float32Array(DETECTOR_SIDE * DETECTOR_SIDE * 3);
  #square: Square | null = null;

  constructor(models: FaceModels) {
    this.models = models;
  }

  /** Returns the landmarks of the face; null if there is no face. */
  track(picture: Picture): Landmarks | null {
    for (let tries = 0; tries < 2; tries++) {
      const isNew = !this.#square;
      const square = this.#square ?? this.#firstSquare(picture);
      if (!square) return null;
      let landmarks = this.#findLandmarks(picture, square);
      if (isNew && landmarks.score > MIN_FIRST_MESH_SCORE)
        landmarks = this.#findLandmarks(picture, squareOf(landmarks.points));
      if (landmarks.score >= MIN_TRACKING_SCORE) {
        this.#square = squareOf(landmarks.points);
        return landmarks;
      }
      this.#square = null;
      if (isNew) return null;
    }
    return null;
  }

  /** Returns the faces in a picture, highest score first. */
  detect(picture: Picture): DetectedFace[] {
    const { width, height } = picture;
    const side = Math.max(width, height);
    crop(picture, { x: width / 2, y: height / 2, side, angle: 0 }, DETECTOR_SIDE, this.#squareInput);
    for (let index = 0; index < this.#squareInput.length; index++)
      this.#squareInput[index] = this.#squareInput[index]! * 2 - 1;
    const { scores, boxes } = this.models.detect(this.#squareInput);
    const faces: DetectedFace[] = [];
    for (const [grid, { width: cells, each }] of GRIDS.entries()) {
      for (const [index, logit] of scores[grid]!.entries()) {
        const score = probability(logit);
        if (score < MIN_DETECTION_SCORE) continue;
        const cell = Math.floor(index / each);
        const centre = [(cell % cells) + 0.5, Math.floor(cell / cells) + 0.5].map(
          (coordinate) => coordinate / cells - 0.5,
        );
        const box = boxes[grid]!.subarray(index * BOX, (index + 1) * BOX);
        const point = (at: number) => [
          (box[at]! / DETECTOR_SIDE + centre[0]!) * side + width / 2,
          (box[at + 1]! / DETECTOR_SIDE + centre[1]!) * side + height / 2,
        ];
        const [x = 0, y = 0] = point(0);
        const [left, right] = [point(4), point(6)];
        faces.push({
          x,
          y,
          side: (Math.max(box[2]!, box[3]!) / DETECTOR_SIDE) * side,
          angle: Math.atan2(right[1]! - left[1]!, right[0]! - left[0]!),
          score,
        });
      }
    }
    return separate(faces);
  }

  #firstSquare(picture: Picture): Square | null {
    const [face] = this.detect(picture);
    return face ? { ...face, side: face.side * MARGIN } : null;
  }

  #findLandmarks(picture: Picture, square: Square): Landmarks {
    crop(picture, square, MESH_SIDE, this.#mesh);
    const { points: raw, flag: faceScore, lips } = this.models.mesh(this.#mesh);
    for (const [index, point] of REFINED_LIPS.entries()) {
      raw[point * 3] = lips[index * 2]!;
      raw[point * 3 + 1] = lips[index * 2 + 1]!;
    }
    const scale = square.side / MESH_SIDE;
    const [cos, sin] = [Math.cos(square.angle) * scale, Math.sin(square.angle) * scale];
    const points = new Float32Array(VALUE_COUNT);
    for (let point = 0; point < VALUE_COUNT; point += 3) {
      const [meshX, meshY] = [raw[point]! - MESH_SIDE / 2, raw[point + 1]! - MESH_SIDE / 2];
      points[point] = square.x + meshX * cos - meshY * sin;
      points[point + 1] = square.y + meshX * sin + meshY * cos;
      points[point + 2] = raw[point + 2]! * scale;
    }
    return { points, score: faceScore };
  }
}

function squareOf(points: Float32Array): Square {
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
  for (let point = 0; point < POINT_COUNT * 3; point += 3) {
    left = Math.min(left, points[point]!);
    right = Math.max(right, points[point]!);
    top = Math.min(top, points[point + 1]!);
    bottom = Math.max(bottom, points[point + 1]!);
  }
  const [from, to] = EYE_CORNERS;
  return {
    x: (left + right) / 2,
    y: (top + bottom) / 2,
    side: Math.max(right - left, bottom - top) * MARGIN,
    angle: Math.atan2(points[to * 3 + 1]! - points[from * 3 + 1]!, points[to * 3]! - points[from * 3]!),
  };
}

/** Keeps the box with the highest score of those that overlap (non-maximum suppression). */
function separate(faces: DetectedFace[]): DetectedFace[] {
  const separateFaces: DetectedFace[] = [];
  for (const face of faces.sort((a, b) => b.score - a.score))
    if (!separateFaces.some((other) => overlap(face, other) > MAX_OVERLAP)) separateFaces.push(face);
  return separateFaces;
}

function overlap(one: DetectedFace, other: DetectedFace): number {
  const overlap = (axis: 'x' | 'y') =>
    Math.max(
      0,
      Math.min(one[axis] + one.side / 2, other[axis] + other.side / 2) -
        Math.max(one[axis] - one.side / 2, other[axis] - other.side / 2),
    );
  const area = overlap('x') * overlap('y');
  return area / (one.side ** 2 + other.side ** 2 - area);
}

/** Writes a square of a picture to `out` with `size` pixels per side and three values from 0 to 1 per pixel. */
export function crop({ width, height, rgb }: Picture, square: Square, size: number, out: Float32Array): void {
  const scale = square.side / size;
  const [cos, sin] = [Math.cos(square.angle) * scale, Math.sin(square.angle) * scale];
  const stride = width * 3;
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      const [u, v] = [column + 0.5 - size / 2, row + 0.5 - size / 2];
      const x = Math.min(width - 1.001, Math.max(0, square.x + u * cos - v * sin - 0.5));
      const y = Math.min(height - 1.001, Math.max(0, square.y + u * sin + v * cos - 0.5));
      const [left, top] = [x | 0, y | 0];
      const [columnFraction, rowFraction] = [x - left, y - top];
      const at = top * stride + left * 3;
      const to = (row * size + column) * 3;
      for (let band = 0; band < 3; band++) {
        const upperValue = rgb[at + band]! * (1 - columnFraction) + rgb[at + 3 + band]! * columnFraction;
        const lowerValue =
          rgb[at + stride + band]! * (1 - columnFraction) + rgb[at + stride + 3 + band]! * columnFraction;
        out[to + band] = (upperValue * (1 - rowFraction) + lowerValue * rowFraction) / 255;
      }
    }
  }
}

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { seededRandom } from '../../src/contract/face/random.ts';
import { fill } from '../../src/face-training/colour-fill.ts';
import { compose } from '../../src/face-training/composition.ts';
import { denoise } from '../../src/face-training/denoise.ts';
import { similarity } from '../../src/face-training/similarity.ts';
import { fitSplines, type Point } from '../../src/face-training/spline.ts';

const close = (actualValue: number, expected: number, tolerance: number) =>
  assert.ok(Math.abs(actualValue - expected) <= tolerance, `${actualValue} is not ${expected}`);

describe('geometry of heads', () => {
  const points = Float32Array.from([0, 0, 0, 10, 0, 1, 0, 12, 2, 3, 4, 9, -5, 6, -3]);
  const index = [0, 1, 2, 3, 4];

  test('a rotated, scaled and moved head is normalised', () => {
    const [cos, sin] = [Math.cos(0.3), Math.sin(0.3)];
    const movedPoints = points.map((_, position) => {
      const base = position - (position % 3);
      const [x, y, z] = [points[base]!, points[base + 1]!, points[base + 2]!];
      return [1.5 * (cos * x + sin * z) + 7, 1.5 * y - 4, 1.5 * (cos * z - sin * x) + 1][position % 3]!;
    });
    const { scale, rotation, apply } = similarity(points, movedPoints, index);
    close(scale, 1.5, 1e-4);
    close(Math.atan2(rotation[0][2], rotation[2][2]), 0.3, 1e-4);
    for (const point of index)
      for (const [axis, value] of apply(
        points[point * 3]!,
        points[point * 3 + 1]!,
        points[point * 3 + 2]!,
      ).entries())
        close(value, movedPoints[point * 3 + axis]!, 1e-3);
  });

  test('identical points do not cause a division by zero', () => {
    const equalPoints = new Float32Array(15).fill(3);
    const { scale, apply } = similarity(equalPoints, points, index);
    assert.ok(Number.isFinite(scale));
    assert.ok(apply(3, 3, 3).every(Number.isFinite));
  });

  test('a spline passes through its points and keeps linear maps linear', () => {
    const points: Point[] = [
      [0, 0],
      [100, 0],
      [0, 100],
      [100, 100],
      [50, 40],
    ];
    const scaledPoints = points.map(([x, y]): Point => [2 * x + 3, y - 5]);
    const movedPoint = points.map(([x, y], index): Point => [x + (index === 4 ? 8 : 0), y]);
    const maps = fitSplines(points, [scaledPoints, movedPoint], 0);
    const map = (x: number, y: number) => {
      const mapped = new Float32Array(4);
      maps.apply(x, y, mapped, 0);
      return mapped;
    };
    close(map(30, 70)[0]!, 63, 1e-4);
    close(map(30, 70)[1]!, 65, 1e-4);
    close(map(50, 40)[2]!, 58, 1e-4);
    close(map(0, 100)[2]!, 0, 1e-4);
  });
});

describe('composition', () => {
  test('unknown pixels are filled from known ones, without a step', () => {
    const [width, height] = [33, 21];
    const values = new Float32Array(width * height * 3);
    const weights = new Float32Array(width * height);
    for (let y = 0; y < height; y++)
      for (const x of [0, width - 1]) {
        weights[y * width + x] = 1;
        values.fill(x === 0 ? 10 : 30, (y * width + x) * 3, (y * width + x) * 3 + 3);
      }
    const filledValues = fill(values, weights, width, height);
    const middleRow = Array.from({ length: width }, (_, x) => filledValues[(10 * width + x) * 3]!);
    assert.ok(
      middleRow.every((value) => value >= 9.9 && value <= 30.1),
      middleRow.join(' '),
    );
    close(middleRow[16]!, 20, 4);
  });

  test('a mouth from a darker frame takes the light of its new frame', () => {
    const size = 64;
    const frame = new Uint8ClampedArray(size * size * 4).fill(120);
    const picture = { size, rgb: new Uint8Array(size * size * 3).fill(95) };
    const [width, height] = [40, 40];
    const weights = Float32Array.from({ length: width * height }, (_, index) => {
      const [x, y] = [index % width, Math.floor(index / width)];
      return Math.max(0, Math.min(1, (16 - Math.hypot(x - 20, y - 20)) / 6));
    });
    const composed = compose(
      frame,
      size,
      {
        shares: weights,
        left: 12,
        top: 12,
        width,
        height,
        lips: { left: 24, top: 28, right: 40, bottom: 36 },
      },
      {
        pictures: [picture],
        maps: { count: 1, apply: (x, y, target, offset) => target.set([x, y], offset) },
      },
    );
    for (let index = 0; index < composed.length; index += 4) close(composed[index]!, 120, 2);
  });

  test('noise is removed, and an edge stays sharp', () => {
    const size = 40;
    const random = seededRandom(3);
    const level = (position: number) => (position % size < size / 2 ? 90 : 150);
    const noisy = Uint8Array.from({ length: size * size * 3 }, (_, index) =>
      Math.round(level(Math.floor(index / 3)) + (random() - 0.5) * 8),
    );
    const { rgb } = denoise({ size, rgb: noisy });
    const noiseOf = (values: Uint8Array) => {
      let [sum, count] = [0, 0];
      for (let y = 2; y < size - 2; y++)
        for (let x = 2; x < size - 2; x++, count++)
          sum += Math.abs(values[(y * size + x) * 3]! - level(y * size + x));
      return sum / count;
    };
    assert.ok(noiseOf(rgb) < noiseOf(noisy) * 0.6, `${noiseOf(rgb)} of ${noiseOf(noisy)} levels`);
    for (let y = 2; y < size - 2; y++)
      for (const x of [size / 2 - 1, size / 2]) close(rgb[(y * size + x) * 3]!, level(x), 4);
  });
});

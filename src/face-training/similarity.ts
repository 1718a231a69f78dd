/**
 * Computes the rotation, scale and translation that map one set of points to another, with Horn's quaternion
 * method.
 */

export type Point3 = readonly [number, number, number];
type Row4 = [number, number, number, number];

export interface Similarity {
  /** The rows of the rotation matrix. */
  rotation: readonly [Point3, Point3, Point3];
  scale: number;
  apply(x: number, y: number, z: number): [number, number, number];
}

/** Rounds of the power iteration; they reach 1e-9 for heads that are rotated by less than 90 degrees. */
const ROUNDS = 300;

/** @param index the points to use; the coordinates `[x, y, z]` of a point start at three times its index */
export function similarity(
  from: ArrayLike<number>,
  to: ArrayLike<number>,
  index: readonly number[],
): Similarity {
  const centre = centroid(from, index);
  const target = centroid(to, index);
  const product = [0, 0, 0, 0, 0, 0, 0, 0, 0];
  let spread = 0;
  for (const point of index) {
    for (let row = 0; row < 3; row++) {
      const offset = from[point * 3 + row]! - centre[row]!;
      spread += offset * offset;
      for (let column = 0; column < 3; column++)
        product[row * 3 + column]! += offset * (to[point * 3 + column]! - target[column]!);
    }
  }
  const rotation = rotationOf(largestVector(quaternionMatrix(product)));
  let aligned = 0;
  for (let row = 0; row < 3; row++)
    for (let column = 0; column < 3; column++)
      aligned += rotation[row]![column]! * product[column * 3 + row]!;
  const scale = spread > 0 ? aligned / spread : 1;
  const rotate = (row: number, x: number, y: number, z: number) =>
    scale *
      (rotation[row]![0] * (x - centre[0]) +
        rotation[row]![1] * (y - centre[1]) +
        rotation[row]![2] * (z - centre[2])) +
    target[row]!;
  return {
    rotation,
    scale,
    apply: (x, y, z) => [rotate(0, x, y, z), rotate(1, x, y, z), rotate(2, x, y, z)],
  };
}

function centroid(points: ArrayLike<number>, index: readonly number[]): Point3 {
  const sum = [0, 0, 0];
  for (const point of index) for (let axis = 0; axis < 3; axis++) sum[axis]! += points[point * 3 + axis]!;
  return [sum[0]! / index.length, sum[1]! / index.length, sum[2]! / index.length];
}

function quaternionMatrix(product: readonly number[]): [Row4, Row4, Row4, Row4] {
  const [xx = 0, xy = 0, xz = 0, yx = 0, yy = 0, yz = 0, zx = 0, zy = 0, zz = 0] = product;
  return [
    [xx + yy + zz, yz - zy, zx - xz, xy - yx],
    [yz - zy, xx - yy - zz, xy + yx, zx + xz],
    [zx - xz, xy + yx, yy - xx - zz, yz + zy],
    [xy - yx, zx + xz, yz + zy, zz - xx - yy],
  ];
}

/**
 * Returns the eigenvector of the largest eigenvalue. The matrix is shifted so that this eigenvalue also has
 * the largest absolute value.
 */
function largestVector(matrix: readonly Row4[]): Row4 {
  const shift = Math.max(...matrix.map((row) => row.reduce((sum, value) => sum + Math.abs(value), 0)));
  let vector: Row4 = [1, 0.01, 0.01, 0.01];
  if (shift === 0) return [1, 0, 0, 0];
  for (let round = 0; round < ROUNDS; round++) {
    const next = matrix.map((row, index) =>
      row.reduce((sum, value, column) => sum + value * vector[column]!, shift * vector[index]!),
    );
    const length = Math.hypot(...next);
    vector = next.map((value) => value / length) as Row4;
  }
  return vector;
}

const rotationOf = ([w, x, y, z]: Row4): [Point3, Point3, Point3] => [
  [w * w + x * x - y * y - z * z, 2 * (x * y - w * z), 2 * (x * z + w * y)],
  [2 * (x * y + w * z), w * w - x * x + y * y - z * z, 2 * (y * z - w * x)],
  [2 * (x * z - w * y), 2 * (y * z + w * x), w * w - x * x - y * y + z * z],
];

/** Thin-plate splines: the smoothest maps of the plane that map some points to others. */

export type Point = readonly [number, number];

/** Maps from the same points to several goals, which share most of the computation. */
export interface PlaneMaps {
  readonly count: number;
  /** Writes two numbers per map. */
  apply(x: number, y: number, out: Float32Array, at: number): void;
}

/** Returns the radial basis function of a squared distance. */
const radialBasis = (squared: number): number => (squared > 1e-9 ? squared * Math.log(squared) * 0.5 : 0);

/**
 * @param goals for each map, one point for each of `at`
 * @param smooth stiffness; with larger values points may miss their goals by some tenths of a pixel
 */
export function fitSplines(
  at: readonly Point[],
  goals: readonly (readonly Point[])[],
  smooth: number,
): PlaneMaps {
  const count = at.length;
  const size = count + 3;
  const columns = goals.length * 2;
  const matrix = new Float64Array(size * size);
  const values = new Float64Array(size * columns);
  const xs = Float64Array.from(at, ([x]) => x);
  const ys = Float64Array.from(at, ([, y]) => y);
  for (let row = 0; row < count; row++) {
    for (let column = 0; column < row; column++) {
      const value = radialBasis((xs[row]! - xs[column]!) ** 2 + (ys[row]! - ys[column]!) ** 2);
      matrix[row * size + column] = matrix[column * size + row] = value;
    }
    matrix[row * size + row] = smooth;
    for (const [axis, value] of [1, xs[row]!, ys[row]!].entries()) {
      matrix[row * size + count + axis] = value;
      matrix[(count + axis) * size + row] = value;
    }
    for (const [map, goal] of goals.entries()) values.set(goal[row]!, row * columns + map * 2);
  }
  solve(matrix, values, size, columns);
  return {
    count: goals.length,
    apply(x, y, out, target) {
      const linearPart = count * columns;
      for (let column = 0; column < columns; column++)
        out[target + column] =
          values[linearPart + column]! +
          values[linearPart + columns + column]! * x +
          values[linearPart + 2 * columns + column]! * y;
      for (let index = 0; index < count; index++) {
        const deltaX = x - xs[index]!;
        const deltaY = y - ys[index]!;
        const weight = radialBasis(deltaX * deltaX + deltaY * deltaY);
        for (let column = 0; column < columns; column++)
          out[target + column]! += values[index * columns + column]! * weight;
      }
    },
  };
}

/** Solves linear equations by Gaussian elimination with pivots; the solution replaces `values`. */
function solve(matrix: Float64Array, values: Float64Array, size: number, columns: number): void {
  for (let column = 0; column < size; column++) {
    let pivot = column;
    for (let row = column + 1; row < size; row++)
      if (Math.abs(matrix[row * size + column]!) > Math.abs(matrix[pivot * size + column]!)) pivot = row;
    if (pivot !== column) {
      swap(matrix, size, column, pivot);
      swap(values, columns, column, pivot);
    }
    for (let row = column + 1; row < size; row++) {
      const factor = matrix[row * size + column]! / matrix[column * size + column]!;
      if (factor === 0) continue;
      const from = column * size;
      const to = row * size;
      for (let index = column; index < size; index++) matrix[to + index]! -= factor * matrix[from + index]!;
      for (let axis = 0; axis < columns; axis++)
        values[row * columns + axis]! -= factor * values[column * columns + axis]!;
    }
  }
  for (let row = size - 1; row >= 0; row--)
    for (let axis = 0; axis < columns; axis++) {
      let sum = values[row * columns + axis]!;
      for (let column = row + 1; column < size; column++)
        sum -= matrix[row * size + column]! * values[column * columns + axis]!;
      values[row * columns + axis] = sum / matrix[row * size + row]!;
    }
}

function swap(values: Float64Array, width: number, one: number, other: number): void {
  for (let index = 0; index < width; index++) {
    const value = values[one * width + index]!;
    values[one * width + index] = values[other * width + index]!;
    values[other * width + index] = value;
  }
}

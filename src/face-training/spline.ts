/** Thin-plate splines: the smoothest map of the plane that takes some points to others. Pure. */

export type Point = readonly [number, number];
export type PlaneMap = (x: number, y: number) => [number, number];

/** Radial base of a squared distance. */
const base = (squared: number): number => (squared > 1e-9 ? squared * Math.log(squared) * 0.5 : 0);

/** @param smooth larger is stiffer; points may then miss their goals by some tenths of a pixel */
export function spline(at: readonly Point[], to: readonly Point[], smooth: number): PlaneMap {
  const count = at.length;
  const size = count + 3;
  const matrix: Float64Array[] = [];
  const values: Float64Array[] = [];
  for (let row = 0; row < count; row++) {
    const [x, y] = at[row]!;
    const line = new Float64Array(size);
    for (let column = 0; column < count; column++) {
      const [otherX, otherY] = at[column]!;
      line[column] = row === column ? smooth : base((x - otherX) ** 2 + (y - otherY) ** 2);
    }
    line.set([1, x, y], count);
    matrix.push(line);
    values.push(Float64Array.from(to[row]!));
  }
  for (let row = 0; row < 3; row++) {
    const line = new Float64Array(size);
    for (let column = 0; column < count; column++) line[column] = row === 0 ? 1 : at[column]![row - 1]!;
    matrix.push(line);
    values.push(new Float64Array(2));
  }
  solve(matrix, values);
  const xs = Float64Array.from(at, ([x]) => x);
  const ys = Float64Array.from(at, ([, y]) => y);
  const us = Float64Array.from(values, (value) => value[0]!);
  const vs = Float64Array.from(values, (value) => value[1]!);
  return (x, y) => {
    let u = us[count]! + us[count + 1]! * x + us[count + 2]! * y;
    let v = vs[count]! + vs[count + 1]! * x + vs[count + 2]! * y;
    for (let index = 0; index < count; index++) {
      const weight = base((x - xs[index]!) ** 2 + (y - ys[index]!) ** 2);
      u += us[index]! * weight;
      v += vs[index]! * weight;
    }
    return [u, v];
  };
}

/** Gaussian elimination with pivots; the solution replaces `values`. */
function solve(matrix: Float64Array[], values: Float64Array[]): void {
  const size = matrix.length;
  for (let column = 0; column < size; column++) {
    let pivot = column;
    for (let row = column + 1; row < size; row++)
      if (Math.abs(matrix[row]![column]!) > Math.abs(matrix[pivot]![column]!)) pivot = row;
    [matrix[column], matrix[pivot]] = [matrix[pivot]!, matrix[column]!];
    [values[column], values[pivot]] = [values[pivot]!, values[column]!];
    const line = matrix[column]!;
    for (let row = column + 1; row < size; row++) subtract(matrix, values, row, column, line);
  }
  for (let row = size - 1; row >= 0; row--) {
    const value = values[row]!;
    for (let axis = 0; axis < value.length; axis++) {
      let sum = value[axis]!;
      for (let column = row + 1; column < size; column++)
        sum -= matrix[row]![column]! * values[column]![axis]!;
      value[axis] = sum / matrix[row]![row]!;
    }
  }
}

function subtract(
  matrix: Float64Array[],
  values: Float64Array[],
  row: number,
  column: number,
  line: Float64Array,
): void {
  const other = matrix[row]!;
  const factor = other[column]! / line[column]!;
  if (factor === 0) return;
  for (let index = column; index < line.length; index++) other[index]! -= factor * line[index]!;
  const value = values[row]!;
  for (let axis = 0; axis < value.length; axis++) value[axis]! -= factor * values[column]![axis]!;
}

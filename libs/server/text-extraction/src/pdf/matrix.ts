type Six = readonly [number, number, number, number, number, number];

/** An affine transformation. */
export class Matrix {
  private constructor(readonly values: Six) {}

  static of(values: readonly number[]): Matrix {
    const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = values;
    return new Matrix([a, b, c, d, e, f]);
  }

  /** Applies `inner` first, then this transformation. */
  times(inner: readonly number[]): Matrix {
    const [a, b, c, d, e, f] = this.values;
    const [g = 1, h = 0, i = 0, j = 1, k = 0, l = 0] = inner;
    return new Matrix([
      a * g + c * h,
      b * g + d * h,
      a * i + c * j,
      b * i + d * j,
      a * k + c * l + e,
      b * k + d * l + f,
    ]);
  }

  /** The bounding box of a transformed box. */
  box(left: number, top: number, right: number, bottom: number) {
    const [a, b, c, d, e, f] = this.values;
    const points = [
      [left, top],
      [right, top],
      [left, bottom],
      [right, bottom],
    ].map(([x = 0, y = 0]) => [a * x + c * y + e, b * x + d * y + f] as const);
    const xs = points.map(([x]) => x);
    const ys = points.map(([, y]) => y);
    return {
      left: Math.min(...xs),
      right: Math.max(...xs),
      top: Math.min(...ys),
      bottom: Math.max(...ys),
    };
  }
}

/** Slope of the least-squares line through the points. */
export function slopeOf(points: { x: number; y: number }[]): number {
  const meanOf = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [x, y] = [meanOf(points.map((one) => one.x)), meanOf(points.map((one) => one.y))];
  const across = points.reduce((sum, one) => sum + (one.x - x) ** 2, 0);
  return points.reduce((sum, one) => sum + (one.x - x) * (one.y - y), 0) / across;
}

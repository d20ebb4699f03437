/** A sample of a prom-client histogram. */
interface Sample {
  value: number;
  labels: Partial<Record<string, string | number>>;
  metricName?: string;
}

/** Number of requests, and the lowest histogram bound for 95 % of them; undefined above all bounds. */
export function latencyPercentile(
  samples: readonly Sample[],
  routes: RegExp,
): { count: number; most: number | undefined } {
  const byBound = new Map<number, number>();
  let count = 0;
  for (const { value, labels, metricName = '' } of samples) {
    if (!routes.test(String(labels.route))) continue;
    if (metricName.endsWith('_count')) count += value;
    const bound = Number(labels.le);
    if (metricName.endsWith('_bucket') && Number.isFinite(bound))
      byBound.set(bound, (byBound.get(bound) ?? 0) + value);
  }
  const bounds = [...byBound].sort(([a], [b]) => a - b);
  return { count, most: bounds.find(([, fast]) => fast >= count * 0.95)?.[0] };
}

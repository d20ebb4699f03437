import { latencyPercentile } from './latency-percentile';

const bucket = (route: string, le: number | string, value: number) => ({
  metricName: 'x_bucket',
  labels: { route, le },
  value,
});
const counted = (route: string, value: number) => ({
  metricName: 'x_count',
  labels: { route },
  value,
});

it('returns the histogram bound of the 95th percentile', () => {
  const samples = [
    bucket('/a', 0.1, 90),
    bucket('/a', 0.5, 95),
    bucket('/a', 1, 99),
    bucket('/a', '+Inf', 100),
    counted('/a', 100),
    bucket('/b', 0.1, 1),
    counted('/b', 1),
  ];
  expect(latencyPercentile(samples, /^\/a$/)).toEqual({ count: 100, most: 0.5 });
  expect(latencyPercentile(samples, /^\/b$/)).toEqual({ count: 1, most: 0.1 });
  expect(latencyPercentile(samples, /^\/c$/)).toEqual({ count: 0, most: undefined });
  expect(latencyPercentile([bucket('/a', 1, 1), counted('/a', 2)], /a/)).toEqual({
    count: 2,
    most: undefined,
  });
});

import { Metrics } from './metrics';

describe('metrics computed on request', () => {
  const metrics = new Metrics();
  afterAll(() => metrics.onApplicationShutdown());

  const scraped = async (name: string) =>
    (await metrics.scrape()).split('\n').filter((line) => line.startsWith(name));

  it('computes values for each scrape, and removes obsolete labels', async () => {
    let samples = [{ labels: { part: 'a' }, value: 1 }];
    metrics.measure({ name: 'jobs', help: '.', labelNames: ['part'], read: () => samples });
    expect(await scraped('jobs')).toEqual(['jobs{part="a"} 1']);
    samples = [{ labels: { part: 'b' }, value: 2 }];
    expect(await scraped('jobs')).toEqual(['jobs{part="b"} 2']);
  });

  it('is exported as a count where it only grows', async () => {
    let value = 3;
    metrics.count({
      name: 'shed',
      help: '.',
      labelNames: ['why'],
      read: () => [{ labels: { why: 'a' }, value }],
    });
    expect(await scraped('shed')).toEqual(['shed{why="a"} 3']);
    value = 5;
    expect(await scraped('shed')).toEqual(['shed{why="a"} 5']);
    expect(await scraped('# TYPE shed')).toEqual(['# TYPE shed counter']);
  });

  it('is left out while it can not be read, and costs the others nothing', async () => {
    let answer = () => Promise.resolve([{ value: 7 }]);
    metrics.measure({ name: 'rows', help: '.', read: () => answer() });
    expect(await scraped('rows')).toEqual(['rows 7']);
    answer = () => Promise.reject(new Error('the database is away'));
    expect(await scraped('rows')).toEqual([]);
    expect(await scraped('process_cpu_seconds_total')).toHaveLength(1);
  });

  it('is left out when the answer does not come', async () => {
    jest.useFakeTimers();
    try {
      metrics.measure({ name: 'silent', help: '.', read: () => new Promise(() => undefined) });
      const scrape = scraped('silent');
      await jest.advanceTimersByTimeAsync(1500);
      expect(await scrape).toEqual([]);
    } finally {
      jest.useRealTimers();
    }
  });
});

import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { withTimeout } from '../with-timeout';

/** A metric whose value is read on every scrape. */
export interface Measurement {
  name: string;
  help: string;
  labelNames?: readonly string[];
  read: () => Promise<MetricSample[]> | MetricSample[];
}

export interface MetricSample {
  value: number;
  labels?: Record<string, string>;
}

/** Read timeout: Prometheus aborts a scrape after ten seconds, so one slow part must not cost all other metrics. */
const READ_WITHIN_MS = 1500;

/** Prometheus metrics of this process: rate, errors and duration per route, and Node's own. */
@Injectable()
export class Metrics implements OnApplicationShutdown {
  readonly registry = new Registry();

  private readonly requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the first byte of a request to the last of its answer.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [this.registry],
  });

  private hasDefaultMetrics = false;

  /** Text of a scrape. The first one starts Node's own metrics, because their event-loop monitor wakes an idle process 100 times a second. */
  scrape(): Promise<string> {
    if (!this.hasDefaultMetrics) collectDefaultMetrics({ register: this.registry });
    this.hasDefaultMetrics = true;
    return this.registry.metrics();
  }

  /** @param route the pattern, never the path: paths contain ids */
  observeRequest(method: string, route: string, status: number, seconds: number): void {
    this.requests.observe({ method, route, status: String(status) }, seconds);
  }

  /** Like `measure`, for values that only increase during the process's lifetime. */
  count(measurement: Measurement): void {
    const counter: Counter = new Counter(
      this.scraped(measurement, (readings) => {
        counter.reset();
        for (const { labels = {}, value } of readings) counter.inc(labels, value);
      }),
    );
  }

  /** Adds a gauge. A failed read is omitted from the scrape instead of reported as zero. */
  measure(measurement: Measurement): void {
    const gauge: Gauge = new Gauge(
      this.scraped(measurement, (readings) => {
        gauge.reset();
        if (!measurement.labelNames?.length) gauge.remove();
        for (const { labels = {}, value } of readings) gauge.set(labels, value);
      }),
    );
  }

  onApplicationShutdown(): void {
    this.registry.clear();
  }

  /** Settings of a metric that is read on every scrape. */
  private scraped(
    { name, help, labelNames = [], read }: Measurement,
    show: (readings: MetricSample[]) => void,
  ) {
    return {
      name,
      help,
      labelNames: [...labelNames],
      registers: [this.registry],
      collect: async () => show(await inTime(read)),
    };
  }
}

async function inTime(read: Measurement['read']): Promise<MetricSample[]> {
  try {
    return await withTimeout(Promise.resolve(read()), READ_WITHIN_MS);
  } catch {
    return [];
  }
}

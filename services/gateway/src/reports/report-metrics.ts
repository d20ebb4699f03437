import { Injectable } from '@nestjs/common';
import type { WebVital } from '@tomekeeper/contracts-federation';
import { Metrics } from '@tomekeeper/service-kit';
import { Counter, Histogram } from 'prom-client';

@Injectable()
export class ReportMetrics {
  private readonly errors: Counter<'remote' | 'kind'>;
  private readonly seconds: Histogram<'name' | 'page'>;
  private readonly shift: Histogram<'page'>;

  constructor({ registry }: Metrics) {
    this.errors = new Counter({
      name: 'browser_errors_total',
      help: 'Errors that browsers reported, at most ten different ones per page load.',
      labelNames: ['remote', 'kind'],
      registers: [registry],
    });
    this.seconds = new Histogram({
      name: 'web_vitals_seconds',
      help: 'LCP, INP, FCP and TTFB of page loads.',
      labelNames: ['name', 'page'],
      // Includes the thresholds of good and poor for all four.
      buckets: [0.05, 0.1, 0.2, 0.5, 0.8, 1.2, 1.8, 2.5, 3, 4, 6, 10],
      registers: [registry],
    });
    this.shift = new Histogram({
      name: 'web_vitals_layout_shift',
      help: 'CLS of page loads.',
      labelNames: ['page'],
      buckets: [0.01, 0.05, 0.1, 0.15, 0.25, 0.5, 1],
      registers: [registry],
    });
  }

  countError(remote: string, kind: string): void {
    this.errors.inc({ remote, kind });
  }

  observeVital(name: WebVital['name'], value: number, page: string): void {
    if (name === 'CLS') this.shift.observe({ page }, value);
    else this.seconds.observe({ name, page }, value / 1000);
  }
}

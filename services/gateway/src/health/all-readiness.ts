import { Inject, Injectable } from '@nestjs/common';
import { Readiness } from '@tomekeeper/service-kit';
import { z } from 'zod';
import type { GatewayConfig } from '../config';
import { GATEWAY_CONFIG } from '../gateway-config';
import { upstreams } from '../proxy/route-table';

/** The whole installation, part by part. */
export interface WholeReport {
  status: 'ok' | 'unavailable';
  /** `identity`, `identity.database`, …: `ok`, or what is wrong. */
  parts: Record<string, string>;
}

const TIMEOUT_MS = 2500;
/** Anyone may ask, so asking often must cost the services nothing. */
const KEPT_MS = 500;

const serviceReport = z.object({ parts: z.record(z.string(), z.string()) });

/** Asks every service about itself and its backing parts. */
@Injectable()
export class AllReadiness {
  private kept: { until: number; report: Promise<WholeReport> } | undefined;

  constructor(
    @Inject(GATEWAY_CONFIG) private readonly config: GatewayConfig,
    private readonly own: Readiness,
  ) {}

  report(): Promise<WholeReport> {
    const now = Date.now();
    if (!this.kept || this.kept.until < now)
      this.kept = { until: now + KEPT_MS, report: this.collect() };
    return this.kept.report;
  }

  private async collect(): Promise<WholeReport> {
    const [own, ...services] = await Promise.all([
      this.own.check().then(({ parts }) => namedParts('gateway', parts)),
      ...Object.entries(upstreams(this.config)).map(([name, base]) => askService(name, base)),
    ]);
    const parts = services.reduce((all, one) => ({ ...all, ...one }), own);
    const isFine = Object.values(parts).every((state) => state === 'ok');
    return { status: isFine ? 'ok' : 'unavailable', parts };
  }
}

async function askService(name: string, base: string): Promise<Record<string, string>> {
  try {
    const response = await fetch(`${base}/health/ready`, {
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return namedParts(name, serviceReport.parse(await response.json()).parts);
  } catch {
    return { [name]: 'unavailable' };
  }
}

/** The process itself answered; its parts stand below it. */
function namedParts(name: string, parts: Record<string, string>): Record<string, string> {
  const named: Record<string, string> = { [name]: 'ok' };
  for (const [part, state] of Object.entries(parts)) named[`${name}.${part}`] = state;
  return named;
}

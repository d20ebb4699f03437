import { Injectable } from '@nestjs/common';
import { Readiness } from '@tomekeeper/service-kit';
import { z } from 'zod';
import type { Replica } from '../upstreams/replica';
import { Upstreams } from '../upstreams/upstreams';
import { readinessReport, type Parts, type ReadinessReport } from './readiness-report';

const TIMEOUT_MS = 2500;
/** The endpoint is public, so the answer is cached: frequent calls must cost the services nothing. */
const KEPT_MS = 500;

const serviceReport = z.object({ parts: z.record(z.string(), z.string()) });

/** Asks every service about itself and its backing parts. */
@Injectable()
export class ProductReadiness {
  private cached: { until: number; report: Promise<ReadinessReport> } | undefined;

  constructor(
    private readonly upstreams: Upstreams,
    private readonly own: Readiness,
  ) {}

  report(): Promise<ReadinessReport> {
    const now = performance.now();
    if (!this.cached || this.cached.until < now)
      this.cached = { until: now + KEPT_MS, report: this.collect() };
    return this.cached.report;
  }

  private async collect(): Promise<ReadinessReport> {
    const [own, ...services] = await Promise.all([
      this.own.check(),
      ...this.upstreams.all.map(
        async ({ name, replicas }) => [name, await askEach(replicas)] as const,
      ),
    ]);
    return readinessReport({
      gateway: [own.parts],
      ...Object.fromEntries(services),
    });
  }
}

/** A spare one that is away is not spoken of. */
async function askEach(replicas: readonly Replica[]): Promise<(Parts | undefined)[]> {
  const reports = await Promise.all(replicas.map(askReplica));
  return reports.filter((_, at) => !replicas[at]?.isAway);
}

/** What it says of its parts. Calls go by the same answer: after a good report none is refused. */
async function askReplica(replica: Replica): Promise<Parts | undefined> {
  try {
    const response = await fetch(`${replica.origin}/health/ready`, {
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const { parts } = serviceReport.parse(await response.json());
    replica.checked(response.status);
    return parts;
  } catch {
    replica.checked(undefined);
    return undefined;
  }
}

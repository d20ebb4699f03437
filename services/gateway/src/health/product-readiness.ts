import { Injectable } from '@nestjs/common';
import { Readiness } from '@tomekeeper/service-kit';
import { z } from 'zod';
import { Upstreams } from '../upstreams/upstreams';

export interface ReadinessReport {
  /** `degraded`: every service works, but some replicas do not. */
  status: 'ok' | 'degraded' | 'unavailable';
  /** `identity`, `identity.database`, `campaign[2]`, …: `ok` or the problem. */
  parts: Parts;
}

export type Parts = Record<string, string>;

/** @param services parts of each replica; undefined for replicas without a response */
export function readinessReport(
  services: Record<string, readonly (Parts | undefined)[]>,
): ReadinessReport {
  const shared: Parts = {};
  const single: Parts = {};
  for (const [name, processes] of Object.entries(services)) {
    Object.assign(shared, sharedParts(name, processes));
    if (processes.length > 1)
      processes.forEach((parts, at) =>
        Object.assign(single, partsNotOk(`${name}[${at + 1}]`, parts)),
      );
  }
  const isFine = (parts: Parts) => Object.values(parts).every((state) => state === 'ok');
  return {
    status: !isFine(shared) ? 'unavailable' : isFine(single) ? 'ok' : 'degraded',
    parts: { ...shared, ...single },
  };
}

/** A part of a service is ok when it is ok in one replica. */
function sharedParts(name: string, processes: readonly (Parts | undefined)[]): Parts {
  const answered = processes.filter((parts) => parts !== undefined);
  const together: Parts = {
    [name]: answered.length > 0 ? 'ok' : 'unavailable',
  };
  for (const part of new Set(answered.flatMap((parts) => Object.keys(parts)))) {
    const states = answered.map((parts) => parts[part] ?? 'ok');
    together[`${name}.${part}`] = states.find((state) => state === 'ok') ?? states[0] ?? 'ok';
  }
  return together;
}

function partsNotOk(name: string, parts: Parts | undefined): Parts {
  if (!parts) return { [name]: 'unavailable' };
  const notOk = Object.entries(parts).filter(([, state]) => state !== 'ok');
  return {
    [name]: 'ok',
    ...Object.fromEntries(notOk.map(([part, state]) => [`${name}.${part}`, state])),
  };
}

/** The endpoint is public: the cache keeps frequent calls from the services. */
const CACHE_MS = 500;

const serviceReport = z.object({ parts: z.record(z.string(), z.string()) });

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
      this.cached = { until: now + CACHE_MS, report: this.collect() };
    return this.cached.report;
  }

  private async collect(): Promise<ReadinessReport> {
    const [own, ...services] = await Promise.all([
      this.own.check(),
      ...this.upstreams.all.map(async ({ name, replicas }) => {
        // The checks also update the replicas, so that a good report means that calls succeed.
        const reports = await Promise.all(
          replicas.map(async (replica) => {
            const report = await replica.check('/health/ready');
            return serviceReport.safeParse(report).data?.parts;
          }),
        );
        // Omits spare replicas that do not run.
        return [name, reports.filter((_, at) => !replicas[at]?.isAway)] as const;
      }),
    ]);
    return readinessReport({
      gateway: [own.parts],
      ...Object.fromEntries(services),
    });
  }
}

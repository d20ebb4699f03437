import { Injectable } from '@nestjs/common';
import { Readiness } from '@tomekeeper/service-kit';
import { z } from 'zod';
import type { Replica } from '../upstreams/upstream';
import { Upstreams } from '../upstreams/upstreams';

/** The whole installation, part by part. */
export interface ReadinessReport {
  /** `degraded`: every service and part answers, but not every one of a service's processes. */
  status: 'ok' | 'degraded' | 'unavailable';
  /** `identity`, `identity.database`, `campaign[2]`, …: `ok`, or what is wrong. */
  parts: Parts;
}

export type Parts = Record<string, string>;

/** @param services each with what its processes said of their parts; undefined for one that said nothing */
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

/** What people have of a service: where one of its processes is well, all of it. */
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

/** The process itself answered; below it stands only what is not well. */
function partsNotOk(name: string, parts: Parts | undefined): Parts {
  if (!parts) return { [name]: 'unavailable' };
  const notOk = Object.entries(parts).filter(([, state]) => state !== 'ok');
  return {
    [name]: 'ok',
    ...Object.fromEntries(notOk.map(([part, state]) => [`${name}.${part}`, state])),
  };
}

const TIMEOUT_MS = 2500;
/** The endpoint is public, so the answer is cached: frequent calls must cost the services nothing. */
const CACHE_MS = 500;

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
      this.cached = { until: now + CACHE_MS, report: this.collect() };
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

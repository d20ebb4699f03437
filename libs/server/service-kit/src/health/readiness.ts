import { Injectable } from '@nestjs/common';
import { withTimeout } from '../with-timeout';

export interface ReadinessReport {
  /** Whether this process may take work. */
  ready: boolean;
  /** One word per part: `ok`, or what is wrong. */
  parts: Record<string, string>;
}

const PROBE_TIMEOUT_MS = 1500;
/** A process whose part does not come at all is still good for what needs it not. */
const FIRST_WITHIN_MS = 15_000;

/** What this process needs before it may take work. Modules register their own part. */
@Injectable()
export class Readiness {
  private readonly probes = new Map<string, () => Promise<unknown>>();
  private readonly watched = new Set<string>();
  private draining = false;

  /** @param probe rejects while the part is not usable */
  register(part: string, probe: () => Promise<unknown>): void {
    this.probes.set(part, probe);
  }

  /**
   * Shows a part to people without depending on it: work is still taken while it is away.
   * @param probe rejects while the part is not usable
   */
  watch(part: string, probe: () => Promise<unknown>): void {
    this.register(part, probe);
    this.watched.add(part);
  }

  /**
   * Needs a part once: until its first success, for 15 seconds at most, no work is taken; then it is only watched.
   * @param probe rejects while the part has not come
   */
  awaitFirst(part: string, probe: () => Promise<unknown>): void {
    const end = performance.now() + FIRST_WITHIN_MS;
    this.register(part, async () => {
      if (performance.now() > end) this.watched.add(part);
      await probe();
      this.watched.add(part);
    });
  }

  /** From here on the process is not ready, so that balancers turn away before it closes. */
  drain(): void {
    this.draining = true;
  }

  get isDraining(): boolean {
    return this.draining;
  }

  /** @param which `needed` leaves out what is only watched, for those who ask every second */
  async check(which: 'all' | 'needed' = 'all'): Promise<ReadinessReport> {
    const parts: Record<string, string> = {};
    if (this.draining) parts['process'] = 'draining';
    const probes = [...this.probes].filter(([part]) => which === 'all' || !this.watched.has(part));
    await Promise.all(
      probes.map(async ([part, probe]) => {
        parts[part] = await outcome(probe);
      }),
    );
    const ready = Object.entries(parts).every(
      ([part, state]) => state === 'ok' || this.watched.has(part),
    );
    return { ready, parts };
  }
}

async function outcome(probe: () => Promise<unknown>): Promise<string> {
  try {
    await withTimeout(probe(), PROBE_TIMEOUT_MS);
    return 'ok';
  } catch {
    return 'unavailable'; // the reason is in the log of the part itself, not for everyone to read
  }
}

import { Injectable } from '@nestjs/common';
import { withTimeout } from '../with-timeout';

export interface ReadinessReport {
  /** Whether this process may receive requests. */
  ready: boolean;
  /** State per part: `ok` or the failure, in one word. */
  parts: Record<string, string>;
}

const PROBE_TIMEOUT_MS = 1500;
/** After this timeout a missing part no longer blocks readiness, because other requests can be served without it. */
const FIRST_WITHIN_MS = 15_000;

/** Readiness of this process. Modules register their own parts. */
@Injectable()
export class Readiness {
  private readonly probes = new Map<string, () => Promise<unknown>>();
  private readonly watched = new Set<string>();
  private readonly drainListeners: (() => void)[] = [];
  private draining = false;

  /** @param probe rejects while the part is unusable */
  register(part: string, probe: () => Promise<unknown>): void {
    this.probes.set(part, probe);
  }

  /**
   * Monitors a part without requiring it: the process stays ready during an outage.
   * @param probe rejects while the part is unusable
   */
  watch(part: string, probe: () => Promise<unknown>): void {
    this.register(part, probe);
    this.watched.add(part);
  }

  /**
   * Requires a part once: blocks readiness until its first success, for at most 15 seconds; afterward the part is only monitored.
   * @param probe rejects until the part is usable
   */
  awaitFirst(part: string, probe: () => Promise<unknown>): void {
    const end = performance.now() + FIRST_WITHIN_MS;
    this.register(part, async () => {
      if (performance.now() > end) this.watched.add(part);
      await probe();
      this.watched.add(part);
    });
  }

  /** Marks the process as not ready, so that load balancers stop sending requests before it closes. */
  drain(): void {
    if (this.draining) return;
    this.draining = true;
    for (const listener of this.drainListeners) listener();
  }

  /** Calls the listener once, when the process begins to drain. */
  onDrain(listener: () => void): void {
    this.drainListeners.push(listener);
  }

  get isDraining(): boolean {
    return this.draining;
  }

  /** @param which `needed` excludes parts that are only monitored, for frequent probes */
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
    return 'unavailable'; // the part's own log has the reason, which is not public
  }
}

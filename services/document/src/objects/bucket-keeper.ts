import { setTimeout as delay } from 'node:timers/promises';
import {
  Inject,
  Injectable,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { Readiness, type Log } from '@tomekeeper/service-kit';
import { ObjectStore } from './object-store';

export const LOG = Symbol('log');
const LONGEST_WAIT_MS = 15_000;

/** Where pages come from that use the store; undefined where nobody says. */
export const PAGES_ORIGIN = Symbol('origin of pages');

/** Sees to it that the bucket exists and pages may use it, without holding up the start while the store is away. */
@Injectable()
export class BucketKeeper implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly stopped = new AbortController();

  constructor(
    private readonly store: ObjectStore,
    @Inject(LOG) private readonly log: Log,
    @Inject(PAGES_ORIGIN) private readonly origin: string | undefined,
    readiness: Readiness,
  ) {
    // Shown only: lists and names need no store.
    readiness.watch('object store', () => store.probe());
  }

  onApplicationBootstrap(): void {
    void this.keepTrying();
  }

  onApplicationShutdown(): void {
    this.stopped.abort();
    this.store.close();
  }

  private async keepTrying(): Promise<void> {
    for (let wait = 500; !this.stopped.signal.aborted; wait = Math.min(wait * 2, LONGEST_WAIT_MS)) {
      try {
        await this.store.ensureBucket();
        return await this.openToPages();
      } catch (error) {
        this.log.warn({ err: error }, 'the bucket can not be made ready yet');
      }
      // Rejects when the process stops, which ends the loop.
      await delay(wait, undefined, { ref: false, signal: this.stopped.signal }).catch(
        () => undefined,
      );
    }
  }

  private async openToPages(): Promise<void> {
    if (this.origin === undefined) return;
    const problem = await this.store.allowPages(this.origin);
    if (problem !== undefined)
      this.log.error(
        `Pages of ${this.origin} can not upload to the bucket ${this.store.bucket}, and no CORS rule could be added (${problem}): allow that origin GET, HEAD and PUT with the header content-type there.`,
      );
  }
}

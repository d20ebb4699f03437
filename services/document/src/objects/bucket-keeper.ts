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

/** Sees to it that the bucket exists, without holding up the start while the store is away. */
@Injectable()
export class BucketKeeper implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly stopped = new AbortController();

  constructor(
    private readonly store: ObjectStore,
    @Inject(LOG) private readonly log: Log,
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
        return await this.store.ensureBucket();
      } catch (error) {
        this.log.warn({ err: error }, 'the bucket can not be made yet');
      }
      // Rejects when the process stops, which ends the loop.
      await delay(wait, undefined, { ref: false, signal: this.stopped.signal }).catch(
        () => undefined,
      );
    }
  }
}

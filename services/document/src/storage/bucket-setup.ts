import { setTimeout as delay } from 'node:timers/promises';
import {
  Inject,
  Injectable,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { CONFIG, LOG, Readiness, type Log } from '@tomekeeper/service-kit';
import type { Config } from '../config';
import { ObjectStore } from './object-store';

const MAX_WAIT_MS = 15_000;

/** Makes the bucket and lets pages use it. The service starts without waiting for the store. */
@Injectable()
export class BucketSetup implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly stopped = new AbortController();

  constructor(
    private readonly store: ObjectStore,
    @Inject(LOG) private readonly log: Log,
    @Inject(CONFIG) private readonly config: Pick<Config, 'PUBLIC_URL'>,
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
    for (let wait = 500; !this.stopped.signal.aborted; wait = Math.min(wait * 2, MAX_WAIT_MS)) {
      try {
        await this.store.ensureBucket();
        return await this.openToPages();
      } catch (error) {
        this.log.warn({ err: error }, 'bucket setup failed, retrying');
      }
      // Rejects when the process stops, which ends the loop.
      await delay(wait, undefined, { ref: false, signal: this.stopped.signal }).catch(
        () => undefined,
      );
    }
  }

  private async openToPages(): Promise<void> {
    const origin = this.config.PUBLIC_URL;
    if (origin === undefined) return;
    const problem = await this.store.allowPages(origin);
    if (problem !== undefined)
      this.log.error(
        `Pages of ${origin} can not upload to the bucket ${this.store.bucket}, and no CORS rule could be added (${problem}): allow that origin GET, HEAD and PUT with the headers content-type and range there.`,
      );
  }
}

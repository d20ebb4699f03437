import {
  Inject,
  Injectable,
  Logger,
  type OnApplicationShutdown,
  type OnModuleInit,
} from '@nestjs/common';
import { livePointer } from '@tomekeeper/contracts-federation';
import { Readiness } from '@tomekeeper/service-kit';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { isInBucket, type GatewayConfig, GATEWAY_CONFIG } from '../../config';
import { openBucket, type Bucket } from './bucket';
import { VersionCopies } from './version-copies';

const POINTERS = 'live.json';
const SHELLS = 'shell/live.json';

/** The local pointer file: the operators' own, or the copy from the bucket. */
export const pointerFile = ({ REMOTES_POINTERS, REMOTES_DIR }: GatewayConfig): string =>
  isInBucket(REMOTES_POINTERS) ? path.join(REMOTES_DIR, POINTERS) : REMOTES_POINTERS;

/**
 * Mirrors a bucket of remotes to `REMOTES_DIR`. A pointer is copied after its files; older versions are fetched on
 * demand. While the bucket is unavailable, the gateway serves the local copies.
 */
@Injectable()
export class RemoteMirror implements OnModuleInit, OnApplicationShutdown {
  private readonly log = new Logger('remotes');
  private readonly isNeeded: boolean;
  private readonly tags = new Map<string, string | undefined>();
  private bucket: Bucket | undefined;
  private copies: VersionCopies | undefined;
  private timer: NodeJS.Timeout | undefined;
  private lastError: string | undefined;
  private isStopped = false;

  constructor(
    @Inject(GATEWAY_CONFIG) private readonly config: GatewayConfig,
    readiness: Readiness,
  ) {
    this.isNeeded = isInBucket(config.REMOTES_POINTERS);
    if (this.isNeeded) readiness.register('remotes', () => fs.access(pointerFile(config)));
  }

  async onModuleInit(): Promise<void> {
    if (!this.isNeeded) return;
    const { REMOTES_DIR: root } = this.config;
    await fs.mkdir(path.join(root, 'shell'), { recursive: true });
    this.bucket = await openBucket(this.config);
    this.copies = new VersionCopies(root, this.bucket);
    await this.copies.open();
    await this.poll();
  }

  onApplicationShutdown(): void {
    this.isStopped = true;
    clearTimeout(this.timer);
    this.bucket?.close();
  }

  /** Fetches a version to `REMOTES_DIR`, if it exists and is missing there. */
  async ensure(id: string, version: string): Promise<void> {
    await this.copies?.ensure(id, version).catch((error: unknown) => this.report(error));
  }

  private async poll(): Promise<void> {
    try {
      await this.update(SHELLS, async () => undefined);
      await this.update(POINTERS, (text) => this.fetchNamed(text));
      if (this.lastError) this.log.log('The bucket of the remotes is available again.');
      this.lastError = undefined;
    } catch (error) {
      this.report(error);
    }
    if (this.isStopped) return;
    this.timer = setTimeout(() => void this.poll(), this.config.REMOTES_POLL_MS);
    this.timer.unref();
  }

  /** Copies a changed file after `prepare` has fetched its dependencies. */
  private async update(name: string, prepare: (text: string) => Promise<void>): Promise<void> {
    const found = await this.bucket?.get(name, this.tags.get(name));
    if (!found || found === 'same') return;
    const text = found.body.toString('utf8');
    await prepare(text);
    const file = path.join(this.config.REMOTES_DIR, name);
    const fresh = `${file}.${randomBytes(4).toString('hex')}`;
    await fs.writeFile(fresh, text);
    await fs.rename(fresh, file);
    this.tags.set(name, found.tag);
  }

  private async fetchNamed(text: string): Promise<void> {
    const named = versionsIn(text);
    // Versions deleted from the bucket stay registered; the shell shows a message.
    for (const [id, version] of named) await this.copies?.ensure(id, version);
    await this.copies?.prune(new Set(named.map((parts) => parts.join('/'))));
  }

  /** Logs each error once, not at each poll. */
  private report(error: unknown): void {
    const text = error instanceof Error ? error.message : String(error);
    if (text !== this.lastError) this.log.warn(`Cannot read the bucket of the remotes: ${text}`);
    this.lastError = text;
  }
}

function versionsIn(text: string): (readonly [id: string, version: string])[] {
  const pointers = z.record(z.string(), z.unknown()).parse(JSON.parse(text));
  return Object.entries(pointers).flatMap(([id, value]) => {
    const { data } = livePointer.safeParse(value);
    return [data, data?.canary, data?.draft].flatMap((one) =>
      one ? [[id, one.version] as const] : [],
    );
  });
}

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
/** Which shells are kept. */
const SHELLS = 'shell/live.json';

/** The pointer file on this machine: the operators' own, or our copy of the one in the bucket. */
export const pointerFile = ({ REMOTES_POINTERS, REMOTES_DIR }: GatewayConfig): string =>
  isInBucket(REMOTES_POINTERS) ? path.join(REMOTES_DIR, POINTERS) : REMOTES_POINTERS;

/**
 * Keeps `REMOTES_DIR` a copy of what a bucket holds, where remotes are shipped to one. A pointer arrives
 * here after the files that it leads to; older versions come when somebody asks for them. While the bucket
 * is away, what is here is served.
 */
@Injectable()
export class RemoteMirror implements OnModuleInit, OnApplicationShutdown {
  private readonly log = new Logger('remotes');
  private readonly isNeeded: boolean;
  private readonly tags = new Map<string, string | undefined>();
  private bucket: Bucket | undefined;
  private copies: VersionCopies | undefined;
  private timer: NodeJS.Timeout | undefined;
  private trouble: string | undefined;
  private isOver = false;

  constructor(
    @Inject(GATEWAY_CONFIG) private readonly config: GatewayConfig,
    readiness: Readiness,
  ) {
    this.isNeeded = isInBucket(config.REMOTES_POINTERS);
    if (this.isNeeded) readiness.register('remotes', () => fs.access(pointerFile(config)));
  }

  async onModuleInit(): Promise<void> {
    if (!this.isNeeded) return;
    const { REMOTES_DIR: root, REMOTES_POINTERS: pointers } = this.config;
    const { AWS_REGION: region, REMOTES_S3_ENDPOINT: endpoint } = this.config;
    await fs.mkdir(path.join(root, 'shell'), { recursive: true });
    this.bucket = await openBucket(pointers, { region, endpoint });
    this.copies = new VersionCopies(root, this.bucket);
    await this.copies.open();
    await this.look();
  }

  onApplicationShutdown(): void {
    this.isOver = true;
    clearTimeout(this.timer);
    this.bucket?.close();
  }

  /** Sees to it that a version's files are in `REMOTES_DIR`, if there are any. */
  async ensure(id: string, version: string): Promise<void> {
    await this.copies?.ensure(id, version).catch((error: unknown) => this.report(error));
  }

  private async look(): Promise<void> {
    try {
      await this.follow(SHELLS, async () => undefined);
      await this.follow(POINTERS, (text) => this.fetchNamed(text));
      if (this.trouble) this.log.log('The bucket of the remotes answers again.');
      this.trouble = undefined;
    } catch (error) {
      this.report(error);
    }
    if (this.isOver) return;
    this.timer = setTimeout(() => void this.look(), this.config.REMOTES_POLL_MS);
    this.timer.unref();
  }

  /** Copies a small file when it has changed, once what it needs is here. */
  private async follow(name: string, prepare: (text: string) => Promise<void>): Promise<void> {
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
    // A version that was deleted from the bucket keeps its place, where the shell shows a message.
    for (const [id, version] of named) await this.copies?.ensure(id, version);
    await this.copies?.sweep(new Set(named.map((parts) => parts.join('/'))));
  }

  /** Once, not at every look. */
  private report(error: unknown): void {
    const text = error instanceof Error ? error.message : String(error);
    if (text !== this.trouble) this.log.warn(`The bucket of the remotes can't be read: ${text}`);
    this.trouble = text;
  }
}

/** Every version that somebody may be sent to. */
function versionsIn(text: string): (readonly [id: string, version: string])[] {
  const pointers = z.record(z.string(), z.unknown()).parse(JSON.parse(text));
  return Object.entries(pointers).flatMap(([id, value]) => {
    const { data } = livePointer.safeParse(value);
    return [data, data?.canary, data?.draft].flatMap((one) =>
      one ? [[id, one.version] as const] : [],
    );
  });
}

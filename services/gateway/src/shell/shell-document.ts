import { Inject, Injectable } from '@nestjs/common';
import type { PreloadedFile } from '@tomekeeper/contracts-federation';
import { GENERAL_CODES } from '@tomekeeper/contracts-problem';
import { DomainError, Readiness } from '@tomekeeper/service-kit';
import fs from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { brotliCompress, gzip } from 'node:zlib';
import { type GatewayConfig, GATEWAY_CONFIG } from '../config';
import { etagOf } from '../conditional-answer';
import { documentPolicy } from '../security-headers';
import type { Encoding } from '../encodings';

export interface ServedDocument {
  etag: string;
  plain: Buffer;
  encoded: Record<Encoding, Buffer>;
  policy: string;
}

/** Files of the shell that only signed-in pages need, from `shell.json`. */
const shellManifest = z.object({
  signedIn: z.array(z.object({ file: z.string(), integrity: z.string() })).default([]),
});

/** The shell's `index.html`, cached in memory until the file changes. */
@Injectable()
export class ShellDocument {
  private readonly file: string;
  private served:
    | { changedAt: number; document: ServedDocument; signedIn: readonly PreloadedFile[] }
    | undefined;

  constructor(
    @Inject(GATEWAY_CONFIG) private readonly config: GatewayConfig,
    readiness: Readiness,
  ) {
    this.file = path.join(config.SHELL_DIR, 'index.html');
    readiness.register('shell', () => fs.access(this.file));
  }

  /** @throws {DomainError} when there is no shell to serve */
  async current(): Promise<ServedDocument> {
    const stat = await fs.stat(this.file).catch(() => undefined);
    if (!stat)
      throw new DomainError(
        'unavailable',
        GENERAL_CODES.unavailable,
        'The application is being installed. Please try again in a moment.',
      );
    if (this.served?.changedAt !== stat.mtimeMs)
      this.served = {
        changedAt: stat.mtimeMs,
        document: await servedDocument(await fs.readFile(this.file), documentPolicy(this.config)),
        signedIn: await this.readSignedInFiles(),
      };
    return this.served.document;
  }

  /** Files to preload on signed-in pages. @throws {DomainError} when there is no shell to serve */
  async signedInFiles(): Promise<readonly PreloadedFile[]> {
    await this.current();
    return this.served?.signedIn ?? [];
  }

  /** Pages work without preloads: an empty list if the shell has none. */
  private async readSignedInFiles(): Promise<readonly PreloadedFile[]> {
    try {
      const file = path.join(this.config.SHELL_DIR, 'shell.json');
      return shellManifest.parse(JSON.parse(await fs.readFile(file, 'utf8'))).signedIn;
    } catch {
      return [];
    }
  }
}

export async function servedDocument(plain: Buffer, policy: string): Promise<ServedDocument> {
  const [br, gz] = await Promise.all([promisify(brotliCompress)(plain), promisify(gzip)(plain)]);
  return { etag: etagOf(plain), plain, encoded: { br, gzip: gz }, policy };
}

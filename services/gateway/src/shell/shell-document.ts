import { Inject, Injectable } from '@nestjs/common';
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

const file = z.object({ file: z.string(), integrity: z.string() });

/** Files of the shell that only signed-in pages need, from `shell.json`. */
const signedInFiles = z.object({
  /** To preload. */
  signedIn: z.array(file).default([]),
  /** Script that sends the first calls. */
  firstCalls: file.optional(),
});
export type SignedInFiles = z.infer<typeof signedInFiles>;

/** The shell's `index.html`, cached in memory until the file changes. */
@Injectable()
export class ShellDocument {
  private readonly file: string;
  private served: { changedAt: number; document: ServedDocument; files: SignedInFiles } | undefined;

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
        files: await this.readSignedInFiles(),
      };
    return this.served.document;
  }

  /** Files of signed-in pages. @throws {DomainError} when there is no shell to serve */
  async signedInFiles(): Promise<SignedInFiles> {
    await this.current();
    return this.served?.files ?? { signedIn: [] };
  }

  /** Pages work without preloads: an empty list if the shell has none. */
  private async readSignedInFiles(): Promise<SignedInFiles> {
    try {
      const manifest = path.join(this.config.SHELL_DIR, 'shell.json');
      return signedInFiles.parse(JSON.parse(await fs.readFile(manifest, 'utf8')));
    } catch {
      return { signedIn: [] };
    }
  }
}

export async function servedDocument(plain: Buffer, policy: string): Promise<ServedDocument> {
  const [br, gz] = await Promise.all([promisify(brotliCompress)(plain), promisify(gzip)(plain)]);
  return { etag: etagOf(plain), plain, encoded: { br, gzip: gz }, policy };
}

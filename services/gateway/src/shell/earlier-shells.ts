import { Inject, Injectable } from '@nestjs/common';
import fs from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { type GatewayConfig, GATEWAY_CONFIG } from '../config';
import { RemoteMirror } from '../registry/mirror/remote-mirror';

const SHELL = 'shell';
const VERSION = z.string().regex(/^\w[\w.-]*$/);
const Note = z.object({
  version: VERSION,
  earlier: z.array(z.object({ version: VERSION })).default([]),
});

/**
 * Files of shells other than this gateway's: those of the last weeks, for tabs that are still open on one,
 * and the newest, which another gateway may serve already while this one is about to be replaced.
 */
@Injectable()
export class EarlierShells {
  constructor(
    @Inject(GATEWAY_CONFIG) private readonly config: GatewayConfig,
    private readonly mirror: RemoteMirror,
  ) {}

  /** The folder of hashed files that has this one; undefined where none has. @param file leads out of none */
  async folderWith(file: string): Promise<string | undefined> {
    for (const version of await this.versions()) {
      await this.mirror.ensure(SHELL, version);
      const folder = path.join(this.config.REMOTES_DIR, SHELL, version, 'static');
      const found = await fs.stat(path.join(folder, file)).catch(() => undefined);
      if (found?.isFile()) return folder;
    }
    return undefined;
  }

  private async versions(): Promise<string[]> {
    try {
      const file = path.join(this.config.REMOTES_DIR, SHELL, 'live.json');
      const { version, earlier } = Note.parse(JSON.parse(await fs.readFile(file, 'utf8')));
      return [version, ...earlier.map((one) => one.version)];
    } catch {
      return []; // there is no earlier shell
    }
  }
}

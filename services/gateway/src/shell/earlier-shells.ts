import { Inject, Injectable } from '@nestjs/common';
import fs from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { type GatewayConfig, GATEWAY_CONFIG } from '../config';
import { RemoteMirror } from '../registry/mirror/remote-mirror';

const SHELL = 'shell';
const VERSION = z.string().regex(/^\w[\w.-]*$/);
const shellPointer = z.object({
  version: VERSION,
  earlier: z.array(z.object({ version: VERSION })).default([]),
});

/**
 * Files of other shell versions: earlier ones for open tabs, and the newest, which another gateway may already serve
 * during a rollout.
 */
@Injectable()
export class EarlierShells {
  constructor(
    @Inject(GATEWAY_CONFIG) private readonly config: GatewayConfig,
    private readonly mirror: RemoteMirror,
  ) {}

  /** The folder of the newest shell that contains the file. @param file relative path without dot segments */
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
      const { version, earlier } = shellPointer.parse(JSON.parse(await fs.readFile(file, 'utf8')));
      return [version, ...earlier.map((one) => one.version)];
    } catch {
      return []; // there is no earlier shell
    }
  }
}

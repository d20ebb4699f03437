import { Inject, Injectable } from '@nestjs/common';
import fs from 'node:fs/promises';
import path from 'node:path';
import { type GatewayConfig, GATEWAY_CONFIG } from '../config';

/** Where the files behind public paths lie. */
@Injectable()
export class PublicFiles {
  private readonly folders: readonly (readonly [prefix: string, folder: string])[];

  constructor(@Inject(GATEWAY_CONFIG) config: GatewayConfig) {
    this.folders = [
      ['/static/', path.join(config.SHELL_DIR, 'static')],
      ['/remotes/', config.REMOTES_DIR],
    ];
  }

  /** @returns undefined when there is no such file */
  readonly read = async (pathname: string): Promise<string | undefined> => {
    // Resolved as a path of its own first, so that none leads out of its folder.
    const wanted = path.posix.normalize(pathname);
    const [prefix, folder] = this.folders.find(([start]) => wanted.startsWith(start)) ?? [];
    if (!prefix || !folder) return undefined;
    return fs
      .readFile(path.join(folder, wanted.slice(prefix.length)), 'utf8')
      .catch(() => undefined);
  };
}

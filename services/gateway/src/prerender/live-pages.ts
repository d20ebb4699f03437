import { Inject, Injectable, Logger } from '@nestjs/common';
import {
  prerenderedPages,
  type PrerenderedPage,
  type RegistryEntry,
} from '@tomekeeper/contracts-federation';
import fs from 'node:fs/promises';
import path from 'node:path';
import { type GatewayConfig, GATEWAY_CONFIG } from '../config';
import { RemoteRegistry } from '../registry/remote-registry';

export interface LivePage {
  page: PrerenderedPage;
  remote: RegistryEntry;
}

/** Prerendered pages of the live remotes. Versions are immutable, so each is read once. */
@Injectable()
export class LivePages {
  private readonly log = new Logger('prerender');
  private readonly versions = new Map<string, Promise<readonly PrerenderedPage[]>>();

  constructor(
    @Inject(GATEWAY_CONFIG) private readonly config: GatewayConfig,
    private readonly registry: RemoteRegistry,
  ) {}

  /** The pages of this environment and the remotes of the same registry snapshot. */
  async current(
    visitor?: string,
  ): Promise<{ pages: readonly LivePage[]; remotes: readonly RegistryEntry[] }> {
    const remotes = await this.registry.entries(visitor);
    const pages = await Promise.all(
      remotes.map(async (remote) =>
        (await this.pagesOf(remote))
          .filter(({ environment }) => !environment || environment === this.config.ENVIRONMENT)
          .map((page) => ({ page, remote })),
      ),
    );
    return { pages: pages.flat(), remotes };
  }

  private pagesOf({ id, version }: RegistryEntry): Promise<readonly PrerenderedPage[]> {
    const key = `${id}/${version}`;
    const known = this.versions.get(key) ?? this.read(id, version);
    this.versions.set(key, known);
    return known;
  }

  private async read(id: string, version: string): Promise<readonly PrerenderedPage[]> {
    const file = path.join(this.config.REMOTES_DIR, id, version, 'prerendered.json');
    const text = await fs.readFile(file, 'utf8').catch(() => undefined);
    if (text === undefined) {
      // The folder may still be incomplete, so the result is not cached.
      this.versions.delete(`${id}/${version}`);
      return [];
    }
    try {
      return prerenderedPages.parse(JSON.parse(text)).pages;
    } catch (error) {
      this.log.warn(`Ignoring invalid prerendered pages of ${id} ${version}: ${String(error)}`);
      return [];
    }
  }
}

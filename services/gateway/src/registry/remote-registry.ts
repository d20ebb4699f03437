import { Inject, Injectable } from '@nestjs/common';
import {
  registryEntry,
  remoteManifest,
  type RegistryEntry,
  type RemoteManifest,
} from '@tomekeeper/contracts-federation';
import fs from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import type { GatewayConfig } from '../config';
import { GATEWAY_CONFIG } from '../gateway-config';

const NAME = /^[a-z][a-z-]*$/;
const VERSION = /^[\w][\w.-]*$/;

/** Each pointer is parsed alone. Deployments may leave a copy of the manifest beside the version. */
const pointers = z.record(z.string(), z.unknown());
const pointer = z.object({ version: z.string().regex(VERSION), manifest: z.unknown().optional() });

/** Which version of which remote is live. Read anew each time: deploying is moving a pointer. */
@Injectable()
export class RemoteRegistry {
  /** The last good manifest of each remote. */
  private readonly known = new Map<string, RemoteManifest>();

  constructor(@Inject(GATEWAY_CONFIG) private readonly config: GatewayConfig) {}

  /**
   * Every remote with a pointer. One whose folder is broken or gone keeps its entry while a manifest
   * of it is known, so that its pages show that something is wrong, not that they never existed.
   */
  async entries(): Promise<RegistryEntry[]> {
    const live = await this.live();
    const entries = await Promise.all(
      Object.entries(live).map(([id, value]) => this.entry(id, value)),
    );
    return entries.filter((entry) => entry !== undefined);
  }

  private async live(): Promise<Record<string, unknown>> {
    try {
      const text = await fs.readFile(this.config.REMOTES_POINTERS, 'utf8');
      return pointers.parse(JSON.parse(text));
    } catch {
      return {}; // nothing is deployed; readiness tells the operators
    }
  }

  private async entry(id: string, value: unknown): Promise<RegistryEntry | undefined> {
    const live = pointer.safeParse(value);
    if (!NAME.test(id) || !live.success) return undefined;
    const { version } = live.data;
    const manifest =
      (await this.readManifest(id, version)) ??
      ownManifest(id, live.data.manifest) ??
      this.known.get(id);
    if (!manifest) return undefined;
    this.known.set(id, manifest);
    return registryEntry.parse({ id, version, base_url: `/remotes/${id}/${version}/`, manifest });
  }

  private async readManifest(id: string, version: string): Promise<RemoteManifest | undefined> {
    try {
      const file = path.join(this.config.REMOTES_DIR, id, version, 'remote.json');
      const content: unknown = JSON.parse(await fs.readFile(file, 'utf8'));
      return ownManifest(id, content);
    } catch {
      return undefined;
    }
  }
}

function ownManifest(id: string, content: unknown): RemoteManifest | undefined {
  const parsed = remoteManifest.safeParse(content);
  return parsed.success && parsed.data.id === id ? parsed.data : undefined;
}

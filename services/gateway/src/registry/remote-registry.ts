import { Inject, Injectable } from '@nestjs/common';
import {
  livePointer,
  registryEntry,
  remoteManifest,
  type RegistryEntry,
  type RemoteManifest,
} from '@tomekeeper/contracts-federation';
import fs from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { type GatewayConfig, GATEWAY_CONFIG } from '../config';
import { pointerFile } from './mirror/remote-mirror';
import { versionFor } from './canary';

const NAME = /^[a-z][a-z-]*$/;

const pointers = z.record(z.string(), z.unknown());

/** Live versions of remotes. The pointer file is read per request, so a deployment takes effect at once. */
@Injectable()
export class RemoteRegistry {
  private readonly known = new Map<string, RemoteManifest>();

  private readonly pointers: string;

  constructor(@Inject(GATEWAY_CONFIG) private readonly config: GatewayConfig) {
    this.pointers = pointerFile(config);
  }

  /**
   * All remotes. A remote with a missing or broken folder keeps its entry while a manifest is known, so that its pages
   * show an error instead of 404.
   * @param visitor may get a canary version; without a visitor the live one
   * @param drafts ids of remotes whose draft version is requested
   */
  async entries(visitor?: string, drafts: readonly string[] = []): Promise<RegistryEntry[]> {
    const live = await this.live();
    const wanted = this.config.NODE_ENV === 'production' ? [] : drafts;
    const entries = await Promise.all(
      Object.entries(live).map(([id, value]) =>
        this.entry(id, value, visitor, wanted.includes(id)),
      ),
    );
    return entries.filter((entry) => entry !== undefined);
  }

  /** The unparsed pointers, so that one invalid pointer does not affect the others. */
  async live(): Promise<Record<string, unknown>> {
    try {
      return pointers.parse(JSON.parse(await fs.readFile(this.pointers, 'utf8')));
    } catch {
      return {}; // nothing is deployed; readiness reports that
    }
  }

  private async entry(
    id: string,
    value: unknown,
    visitor: string | undefined,
    wantsDraft: boolean,
  ): Promise<RegistryEntry | undefined> {
    const pointer = livePointer.safeParse(value);
    if (!NAME.test(id) || !pointer.success) return undefined;
    const draft = wantsDraft ? pointer.data.draft : undefined;
    const { version, integrity, manifest: copy } = draft ?? versionFor(id, pointer.data, visitor);
    const manifest =
      ownManifest(id, copy) ?? (await this.readManifest(id, version)) ?? this.known.get(id);
    if (!manifest) return undefined;
    this.known.set(id, manifest);
    const base_url = `/remotes/${id}/${version}/`;
    const isDraft = draft && { draft: true };
    return registryEntry.parse({ id, version, base_url, integrity, ...isDraft, manifest });
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

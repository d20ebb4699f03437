import fs from 'node:fs/promises';
import path from 'node:path';
import { remoteManifest, type RemoteManifest } from '@tomekeeper/contracts-federation';
import { z } from 'zod';
import { readJson, writeJson } from '../state/json-file';
import { uploadVersion } from './version-folder';

/** Which version of which remote is live; the manifest's copy outlives a lost version folder. */
const Pointers = z.record(z.string(), z.object({ version: z.string(), manifest: remoteManifest }));
type Pointers = z.infer<typeof Pointers>;

const History = z.record(z.string(), z.array(z.object({ version: z.string(), at: z.string() })));

const REMEMBERED = 50;

/** A folder of immutable versions and the file that points to the live ones. */
export class Registry {
  constructor(private readonly root: string) {}

  /** Stores a build and makes it live. @returns its version, and whether anything changed */
  async publish(build: string): Promise<{ id: string; version: string; changed: boolean }> {
    const manifest = await readManifest(build);
    const { id } = manifest;
    const version = await uploadVersion(this.root, id, build);
    const pointers = await this.live();
    const changed = pointers[id]?.version !== version;
    if (changed) {
      await this.point({ ...pointers, [id]: { version, manifest } });
      await this.remember(id, version);
    }
    return { id, version, changed };
  }

  async live(): Promise<Pointers> {
    // A pointer file that can't be read is as good as none: publishing writes a new one.
    return Pointers.catch({}).parse(await readJson(this.file('live.json')).catch(() => ({})));
  }

  private async point(pointers: Pointers): Promise<void> {
    await writeJson(this.file('live.json'), pointers);
  }

  private async remember(id: string, version: string): Promise<void> {
    const file = this.file('history.json');
    const history = History.catch({}).parse(await readJson(file).catch(() => ({})));
    const past = history[id] ?? [];
    history[id] = [{ version, at: new Date().toISOString() }, ...past].slice(0, REMEMBERED);
    await writeJson(file, history);
  }

  private file(name: string): string {
    return path.join(this.root, name);
  }
}

async function readManifest(build: string): Promise<RemoteManifest> {
  const text = await fs.readFile(path.join(build, 'remote.json'), 'utf8');
  return remoteManifest.parse(JSON.parse(text));
}

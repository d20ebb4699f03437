import fs from 'node:fs/promises';
import path from 'node:path';
import { remoteManifest, type RemoteManifest } from '@tomekeeper/contracts-federation';
import { StartupProblem } from '@tomekeeper/cli-kit';
import {
  earlier,
  KEPT_DAYS,
  movedTo,
  usage,
  withCanary,
  withdrawn,
  withoutCanary,
  type How,
  type Pointers,
  type Published,
  type RemotePointer,
} from './pointers';
import { integrityOf, versionOf } from './version-folder';
import type { VersionStore } from './version-store';

const DAY_MS = 86_400_000;

/** A concurrent command moved the pointer after this command read it. */
export class MovedMeanwhile extends StartupProblem {}

/** The version that must still be live when a change is applied; undefined if no version was live. */
export type Expected = { readonly version: string | undefined };

/** Immutable versions of remotes, and the file that says which of them are live. */
export class Registry {
  constructor(
    readonly store: VersionStore,
    private readonly now: () => Date = () => new Date(),
  ) {}

  async live(): Promise<Pointers> {
    return (await this.store.readPointers()).pointers;
  }

  /** Stores a build and makes it live. @returns its version, and whether anything changed */
  async publish(
    build: string,
    how: How = 'dev',
  ): Promise<{ id: string; version: string; changed: boolean }> {
    const { id, published } = await this.upload(build);
    const { version } = published;
    let changed = false;
    await this.change(id, (before) => {
      changed = before?.version !== version;
      return { ...movedTo(before, published, { how, at: this.now() }), built: version };
    });
    return { id, version, changed };
  }

  /**
   * Stores a build and makes it live if it differs from the last build published from this workspace. Shipped
   * versions, canaries and rollbacks since then are kept.
   */
  async publishIfNew(build: string): Promise<void> {
    const { id, published } = await this.upload(build);
    const before = (await this.live())[id];
    const seenBefore = before?.built === published.version;
    if (seenBefore && (await this.isStored(id, before.version))) return;
    await this.publish(build, 'start');
  }

  /** Stores a build under the name of its content. */
  async upload(build: string): Promise<{ id: string; published: Published }> {
    const { id, published } = await inspect(build);
    await this.store.upload(id, published.version, build);
    return { id, published };
  }

  /** Makes a stored version live for everybody. */
  moveTo(id: string, published: Published, how: How, expected: Expected): Promise<RemotePointer> {
    return this.change(id, (before) => {
      unchanged(id, before, expected);
      const next = movedTo(before, published, { how, at: this.now() });
      return how === 'ship' ? { ...next, built: published.version } : next;
    });
  }

  /** Gives a stored version to some. */
  tryOn(
    id: string,
    published: Published,
    percent: number,
    expected: Expected,
  ): Promise<RemotePointer> {
    return this.change(id, (before) => {
      unchanged(id, before, expected);
      if (!before) {
        throw new StartupProblem(
          `${id} has no live version to serve to the other users: ship it to everyone first.`,
        );
      }
      return { ...withCanary(before, published, percent), built: published.version };
    });
  }

  /** Ends a canary. */
  endCanary(id: string, expected: Expected): Promise<RemotePointer> {
    return this.change(id, (before) => {
      unchanged(id, before, expected);
      if (!before) throw new StartupProblem(`Nothing of ${id} is live.`);
      return withoutCanary(before);
    });
  }

  /** Makes the previous version live again. @throws {StartupProblem} if there is no earlier version */
  async rollBack(id: string): Promise<RemotePointer> {
    const { [id]: live } = await this.live();
    const target = live && earlier(live);
    if (!live || !target) {
      throw new StartupProblem(`There is no earlier version of ${id} to go back to.`);
    }
    const published = await this.stored(id, target.version, target.integrity);
    return this.change(id, (before) => {
      unchanged(id, before, live);
      return movedTo(withdrawn(live), published, { how: 'rollback', at: this.now() });
    });
  }

  /** Shows a build only to browsers that request it; without a build, ends that. */
  async draft(id: string, build: string | undefined): Promise<void> {
    const published = build && (await this.upload(build)).published;
    let old: string | undefined;
    await this.change(id, (before) => {
      if (!before) throw new StartupProblem(`Nothing of ${id} is live: start the product first.`);
      const { draft, ...rest } = before;
      const isUsed = usage(rest).kept.has(draft?.version ?? '');
      old =
        isUsed || draft?.version === (published && published.version) ? undefined : draft?.version;
      return published ? { ...rest, draft: published } : rest;
    });
    if (old !== undefined) await this.store.remove(id, old);
  }

  /** Removes versions that are no longer in use: see `usage`. @returns their names */
  async sweep(): Promise<string[]> {
    const removed: string[] = [];
    const before = new Date(this.now().getTime() - KEPT_DAYS * DAY_MS);
    for (const [id, pointer] of Object.entries(await this.live())) {
      const { kept, usedUntil } = usage(pointer);
      for (const [version, stored] of await this.store.versions(id)) {
        if (kept.has(version) || stored >= before || (usedUntil.get(version) ?? stored) >= before)
          continue;
        await this.store.remove(id, version);
        removed.push(`${id} ${version}`);
      }
      await this.store.removeLeftovers(id, new Date(this.now().getTime() - DAY_MS));
    }
    return removed;
  }

  /** Loads a stored version and verifies the hash of its entry. */
  async stored(id: string, version: string, integrity: string | undefined): Promise<Published> {
    const read = (file: string) => this.store.readFile(id, version, file);
    const text = await read('remote.json');
    if (!text)
      throw new StartupProblem(
        `Version ${version} of ${id} is no longer stored in ${this.store.name}.`,
      );
    const manifest = remoteManifest.parse(JSON.parse(text.toString('utf8')));
    const entry = await read(manifest.entry);
    const found = entry && integrityOf(entry);
    if (!found || (integrity !== undefined && integrity !== found)) {
      throw new StartupProblem(
        `Version ${version} of ${id} in ${this.store.name} differs from the published version: ship it again from its source.`,
      );
    }
    return { version, integrity: found, manifest };
  }

  private async isStored(id: string, version: string): Promise<boolean> {
    return (await this.store.readFile(id, version, 'remote.json')) !== undefined;
  }

  /** Changes one remote's pointer; others may change theirs at the same time. */
  private async change(
    id: string,
    next: (before: RemotePointer | undefined) => RemotePointer,
  ): Promise<RemotePointer> {
    for (;;) {
      const { pointers, tag } = await this.store.readPointers();
      const pointer = next(pointers[id]);
      if (await this.store.replacePointers({ ...pointers, [id]: pointer }, tag)) return pointer;
    }
  }
}

function unchanged(id: string, before: RemotePointer | undefined, expected: Expected): void {
  if (before?.version === expected.version) return;
  throw new MovedMeanwhile(
    `Another command has made ${id} ${before?.version ?? '(nothing)'} live in the meantime. Nothing was changed. Check with npm run ship -- status, then try again.`,
  );
}

/** Reads the manifest and entry of a build. @throws {StartupProblem} if the build is incomplete */
export async function inspect(build: string): Promise<{ id: string; published: Published }> {
  const manifest = await readManifest(path.join(build, 'remote.json'));
  const entry = await fs.readFile(path.join(build, manifest.entry)).catch(() => undefined);
  if (!entry) {
    throw new StartupProblem(`The build in ${build} has no ${manifest.entry}: build it again.`);
  }
  const version = await versionOf(build);
  return { id: manifest.id, published: { version, integrity: integrityOf(entry), manifest } };
}

async function readManifest(file: string): Promise<RemoteManifest> {
  try {
    return remoteManifest.parse(JSON.parse(await fs.readFile(file, 'utf8')));
  } catch {
    throw new StartupProblem(`${file} is not a valid manifest of a remote: build it again.`);
  }
}

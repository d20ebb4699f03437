import path from 'node:path';
import { FEDERATION_CONTRACT_VERSION } from '@tomekeeper/contracts-federation';
import { z } from 'zod';
import { readJson } from '@tomekeeper/cli-kit';
import { KEPT_DAYS } from './pointers';
import { versionOf } from './version-folder';
import type { VersionStore } from './version-store';

const DAY_MS = 86_400_000;
/** Folder of the shell next to the remotes; reserved, no remote may use this name. */
export const SHELL = 'shell';
/** Limits disk use when the shell is rebuilt every few minutes. */
const MOST_KEPT = 20;

/** Read by the gateways, which serve files of all listed versions. */
const Note = z.object({
  version: z.string(),
  contract: z.string(),
  /** Earlier live versions, newest first, with the end of their use. */
  earlier: z.array(z.object({ version: z.string(), until: z.string() })).default([]),
});

/**
 * Stores the built shell in an immutable folder named by its content hash. Rebuilds and upgrades therefore
 * never remove files that open tabs still load.
 * @returns the version
 */
export async function publishShell(
  build: string,
  store: VersionStore,
  now = new Date(),
): Promise<string> {
  const version = await versionOf(build);
  await store.upload(SHELL, version, build);
  const before = Note.safeParse(await store.readNote(SHELL)).data;
  const left = before && { version: before.version, until: now.toISOString() };
  const limit = new Date(now.getTime() - KEPT_DAYS * DAY_MS).toISOString();
  const earlier = [...(left ? [left] : []), ...(before?.earlier ?? [])]
    .filter((one) => one.version !== version && one.until >= limit)
    .filter((one, at, all) => all.findIndex((other) => other.version === one.version) === at)
    .slice(0, MOST_KEPT);
  await store.writeNote(SHELL, { version, contract: await contractOf(build), earlier });
  await sweep(store, new Set([version, ...earlier.map((one) => one.version)]), now);
  return version;
}

/** Removes expired versions, except recent ones that a concurrent publication may still be writing. */
async function sweep(store: VersionStore, kept: ReadonlySet<string>, now: Date): Promise<void> {
  const yesterday = new Date(now.getTime() - DAY_MS);
  for (const [version, since] of await store.versions(SHELL)) {
    if (!kept.has(version) && since < yesterday) await store.remove(SHELL, version);
  }
  await store.removeLeftovers(SHELL, yesterday);
}

/** The contract of the shell that is live with these remotes; this workspace's where none was published. */
export async function shellContract(store: VersionStore): Promise<string> {
  const live = Note.safeParse(await store.readNote(SHELL));
  return live.data?.contract ?? FEDERATION_CONTRACT_VERSION;
}

async function contractOf(build: string): Promise<string> {
  const about = await readJson(path.join(build, 'shell.json'));
  const { data } = z.object({ contract: z.string() }).safeParse(about);
  return data?.contract ?? FEDERATION_CONTRACT_VERSION;
}

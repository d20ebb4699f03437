import path from 'node:path';
import { FEDERATION_CONTRACT_VERSION } from '@tomekeeper/contracts-federation';
import { z } from 'zod';
import { readJson } from '@tomekeeper/program-kit';
import { KEPT_DAYS } from './pointers';
import { versionOf } from './version-folder';
import type { VersionStore } from './version-store';

const DAY_MS = 86_400_000;
/** Beside the remotes; none of them may be called so. */
export const SHELL = 'shell';
/** A shell built anew every few minutes must not fill the disk. */
const MOST_KEPT = 20;

/** What gateways read: they give out files of all of these. */
const Note = z.object({
  version: z.string(),
  contract: z.string(),
  /** What was live before, newest first, and until when. */
  earlier: z.array(z.object({ version: z.string(), until: z.string() })).default([]),
});

/**
 * Stores the built shell under the name of its content, where it never changes: a build beside a running
 * product must not pull files from under open tabs, and neither must an upgrade. @returns its version
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

/** Removes what is no longer kept, but nothing that somebody may just be publishing. */
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

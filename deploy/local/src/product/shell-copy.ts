import path from 'node:path';
import { FEDERATION_CONTRACT_VERSION } from '@tomekeeper/contracts-federation';
import { z } from 'zod';
import { FolderStore } from '../registry/folder-store';
import { KEPT_DAYS } from '../registry/pointers';
import { versionOf } from '../registry/version-folder';
import { readJson, writeJson } from '../state/json-file';

const DAY_MS = 86_400_000;
const ID = 'shell';
const Live = z.object({ version: z.string(), contract: z.string() });

/**
 * Copies the built shell to a folder of its own, which nobody changes: a build beside a running product
 * must not pull files from under open tabs. @returns the folder
 */
export async function publishShell(build: string, root: string, now = Date.now()): Promise<string> {
  const store = new FolderStore(root);
  const version = await versionOf(build);
  await store.upload(ID, version, build);
  const about = z
    .object({ contract: z.string() })
    .safeParse(await readJson(path.join(build, 'shell.json')));
  const contract = about.data?.contract ?? FEDERATION_CONTRACT_VERSION;
  await writeJson(liveFile(root), { version, contract });
  const before = new Date(now - KEPT_DAYS * DAY_MS);
  for (const [stored, since] of await store.versions(ID)) {
    if (stored !== version && since < before) await store.remove(ID, stored);
  }
  await store.removeLeftovers(ID, new Date(now - DAY_MS));
  return path.join(root, ID, version);
}

/** The contract that the shell of a data folder speaks; this workspace's where none was published. */
export async function shellContract(root: string): Promise<string> {
  const live = Live.safeParse(await readJson(liveFile(root)).catch(() => undefined));
  return live.data?.contract ?? FEDERATION_CONTRACT_VERSION;
}

const liveFile = (root: string): string => path.join(root, ID, 'live.json');

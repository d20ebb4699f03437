import path from 'node:path';
import { isRemote, projects } from '@tomekeeper/installation';
import type { Registry } from './registry';

/** Makes every remote live whose build changed since the last run, and removes expired versions. */
export async function publishRemotes(registry: Registry): Promise<void> {
  for (const project of (await projects()).filter(isRemote)) {
    await registry.publishIfNew(path.join(project.folder, 'dist'));
  }
  await registry.sweep();
}

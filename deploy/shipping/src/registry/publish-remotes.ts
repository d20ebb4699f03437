import path from 'node:path';
import { isRemote, projects } from '@tomekeeper/installation';
import type { Registry } from './registry';

/** Makes every remote live that was built anew since the last time, and removes what has had its time. */
export async function publishRemotes(registry: Registry): Promise<void> {
  for (const project of (await projects()).filter(isRemote)) {
    await registry.publishIfNew(path.join(project.folder, 'dist'));
  }
  await registry.sweep();
}

import fs from 'node:fs/promises';
import path from 'node:path';
import { ADMIN_ROLE } from './initialise';

/** Returns whether a folder of the embedded PostgreSQL contains a cluster. */
export async function hasCluster(folder: string): Promise<boolean> {
  const home = await homeOf(folder);
  return fs.access(path.join(home, 'cluster', 'PG_VERSION')).then(
    () => true,
    () => false,
  );
}

/** Returns the administrator's URL of a server that another process has started on `folder`. */
export async function adminUrlOf(folder: string, port: number): Promise<string> {
  const password = await fs.readFile(path.join(await homeOf(folder), 'admin-password'), 'utf8');
  return `postgres://${ADMIN_ROLE}:${password.trim()}@127.0.0.1:${port}/tomekeeper`;
}

/** Returns the cluster's actual location; see `clusterHome`. */
export async function homeOf(folder: string): Promise<string> {
  const remembered = await fs.readFile(path.join(folder, 'location'), 'utf8').catch(() => '');
  return remembered.trim() || folder;
}

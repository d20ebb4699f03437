import { createHash } from 'node:crypto';
import path from 'node:path';
import { noteMigration, readMigrationNotes } from '@tomekeeper/installation/databases';
import { versionOf } from '@tomekeeper/shipping';
import { serviceFolder, WORKSPACE, type DataServiceName } from '@tomekeeper/installation';

/**
 * Migrates services whose build has changed since their last migration: starting five programs that have no work takes
 * longer than the rest of the start.
 */
export async function migrateWhatChanged(
  adminUrl: string,
  services: readonly DataServiceName[],
  run: (service: DataServiceName) => Promise<void>,
): Promise<void> {
  const notes = await readMigrationNotes(adminUrl, services);
  await Promise.all(
    services.map(async (service) => {
      const build = await buildOf(service);
      if (notes.get(service) === build) return;
      await run(service);
      await noteMigration(adminUrl, service, build);
    }),
  );
}

/** Returns a hash of the service's program and its migration library. */
async function buildOf(service: DataServiceName): Promise<string> {
  const folders = [
    path.join(serviceFolder(service), 'dist'),
    path.join(WORKSPACE, 'libs', 'server', 'persistence', 'dist'),
  ];
  const versions = await Promise.all(folders.map(versionOf));
  return createHash('sha256').update(versions.join()).digest('hex');
}

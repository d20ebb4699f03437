import { createHash } from 'node:crypto';
import path from 'node:path';
import { noteMigration, readMigrationNotes } from '@tomekeeper/installation/databases';
import { versionOf } from '@tomekeeper/shipping';
import { serviceFolder, WORKSPACE, type DataServiceName } from '@tomekeeper/installation';

/**
 * Migrates the services whose build is another than the one that migrated last: starting five
 * programs that find nothing to do takes longer than everything else.
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

/** The service's program and the library that runs its migrations. */
async function buildOf(service: DataServiceName): Promise<string> {
  const folders = [
    path.join(serviceFolder(service), 'dist'),
    path.join(WORKSPACE, 'libs', 'server', 'persistence', 'dist'),
  ];
  const versions = await Promise.all(folders.map(versionOf));
  return createHash('sha256').update(versions.join()).digest('hex');
}

import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import {
  createDataFolder,
  loadSecrets,
  PASSWORD_KEYS,
  QUEUE_SCHEMA,
  SERVICES,
} from '@tomekeeper/installation';
import { prepareDatabases } from '@tomekeeper/installation/databases';
import { StartupProblem } from '@tomekeeper/cli-kit';
import { startPostgres } from '../src/backing';
import { readConfig } from '../src/config';
import { Product } from '../src/product/product';
import { internalPortsOf, type InternalPorts } from '../src/product/services';
import { schemaOwners } from '../src/state/installation';
import { query } from './query';

it('reports data of an earlier development version in one sentence', async () => {
  const root = await fs.mkdtemp(path.join(os.tmpdir(), 'tk-older-'));
  await fs.chmod(root, 0o711);
  const folder = await createDataFolder(path.join(root, 'data'));
  const server = await startPostgres({ dataDir: path.join(root, 'postgres'), durable: false });
  const config = readConfig({ DATA_DIR: folder.root }, { workspace: root, here: root });
  const secrets = await loadSecrets(folder.secrets, { services: SERVICES, roles: PASSWORD_KEYS });
  const ports = Object.fromEntries(
    internalPortsOf(config).map((port, index) => [port, 20_000 + index]),
  ) as InternalPorts;
  const owners = await schemaOwners(server.url, config, secrets);
  const tenants = owners.filter(({ schema }) => schema !== QUEUE_SCHEMA);
  const { urls: databases } = await prepareDatabases(server.url, { tenants });
  const product = new Product(
    { config, folder, secrets, ports, databases, shellDir: '' },
    new AbortController().signal,
  );
  try {
    await product.migrate(server.url, ['contact']);
    await query(
      server.url,
      `UPDATE contact.migrations SET name = 'CreateMessages1732000000000', "timestamp" = 1732000000000
        WHERE name LIKE 'CreateTables%'; DELETE FROM launcher.migrated`,
    );
    const again = product.migrate(server.url, ['contact']);
    await expect(again).rejects.toThrow(
      `The data in ${folder.root} is from an earlier development version. Delete the folder, or start with another DATA_DIR.`,
    );
    await expect(again).rejects.toBeInstanceOf(StartupProblem);
  } finally {
    await server.stop();
    await fs.rm(root, { recursive: true });
  }
});

import { chooseRoles, type Tenant } from '@tomekeeper/installation/databases';
import {
  passwordKey,
  SCHEMA_OWNERS,
  SERVICES,
  WORKSPACE,
  dataFolder,
  loadSecrets,
  type Secrets,
} from '@tomekeeper/installation';
import { StartupProblem, readJson } from '@tomekeeper/cli-kit';
import { readConfig, type Config } from '../config';
import { rolePrefixOf, type InternalPorts, type ProductContext } from '../product/services';

/** Reads the instance in the data folder, as `npm start` with the same settings runs it. */
export async function readInstallation(): Promise<ProductContext> {
  const config = readConfig(process.env, {
    workspace: WORKSPACE,
    here: process.env['INIT_CWD'] ?? process.cwd(),
  });
  const folder = dataFolder(config.dataDir);
  const ports = (await readJson(folder.ports)) as InternalPorts | undefined;
  if (ports === undefined)
    throw new StartupProblem(
      `Nothing has run on ${folder.root} yet: start it with npm start, or name its DATA_DIR.`,
    );
  const secrets = await loadSecrets(folder.secrets, { services: SERVICES, roles: [] });
  const server = config.DATABASE_URL ?? `postgres://127.0.0.1:${ports.postgres}/tomekeeper`;
  const databases = new Map(
    (await schemaOwners(server, config, secrets)).map(({ schema, role, password }) => {
      const url = new URL(server);
      url.username = role;
      url.password = password;
      return [schema, url.href];
    }),
  );
  return { config, folder, secrets, ports, databases, shellDir: '' };
}

/** Returns every schema with its role and password, in the database of `adminUrl`. */
export async function schemaOwners(
  adminUrl: string,
  config: Config,
  { databaseRoles }: Secrets,
): Promise<Tenant[]> {
  const roles = await chooseRoles(adminUrl, SCHEMA_OWNERS, rolePrefixOf(config));
  return SCHEMA_OWNERS.map((owner) => ({
    schema: owner.schema,
    role: roles.get(owner.schema) ?? '',
    password: databaseRoles[passwordKey(owner)] ?? '',
  }));
}

import { readConfig } from '../config';
import {
  DATA_SERVICES,
  QUEUE_ROLE,
  roleOf,
  SERVICES,
  type InternalPorts,
  type Surroundings,
} from '../product/services';
import { WORKSPACE } from '../product/workspace';
import { StartupProblem } from '../startup-problem';
import { dataFolder } from './data-folder';
import { readJson } from './json-file';
import { loadSecrets } from './secrets';

/** The installation in the data folder, as `npm start` with the same settings runs it. */
export async function readInstallation(): Promise<Surroundings> {
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
  const roles = [...DATA_SERVICES.map(roleOf), QUEUE_ROLE];
  const databases = new Map(
    roles.map((role) => {
      const url = new URL(server);
      url.username = role;
      url.password = secrets.databaseRoles[role] ?? '';
      return [role, url.href];
    }),
  );
  return { config, folder, secrets, ports, databases, shellDir: '' };
}

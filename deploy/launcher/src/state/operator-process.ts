import { spawn } from 'node:child_process';
import path from 'node:path';
import { StartupProblem } from '@tomekeeper/cli-kit';
import { serviceFolder, type DataServiceName } from '@tomekeeper/installation';
import { environmentOf, type ProductContext } from '../product/services';
import { readInstallation } from './installation';
import { openDatabase } from './open-database';

/** Runs a command of operators on the instance in the data folder, and exits with its code. */
export function inInstallation(
  command: (context: ProductContext, args: readonly string[]) => Promise<number>,
): void {
  readInstallation()
    .then((context) => command(context, process.argv.slice(2)))
    .then(
      (code) => (process.exitCode = code),
      (error: unknown) => {
        console.error(error instanceof StartupProblem ? error.message : error);
        process.exitCode = 1;
      },
    );
}

/**
 * Runs the operator command line of a service with the settings of an instance, in the folder of the caller. Its
 * database is started temporarily if the product is not running.
 * @returns the exit code
 */
export async function runOperator(
  service: DataServiceName,
  context: ProductContext,
  args: readonly string[],
): Promise<number> {
  const database = await openDatabase(context.config, context.folder, 'this command');
  try {
    return await run(service, { context, serverUrl: database.url }, args);
  } finally {
    await database.close();
  }
}

function run(
  service: DataServiceName,
  { context, serverUrl }: { context: ProductContext; serverUrl: string },
  args: readonly string[],
): Promise<number> {
  const databases = onServer(context.databases, serverUrl);
  const program = path.join(serviceFolder(service), 'dist', 'operator.js');
  const child = spawn(process.execPath, [program, ...args], {
    cwd: process.env['INIT_CWD'] ?? process.cwd(),
    env: {
      ...environmentOf(service, { ...context, databases }),
      // A warning of a library is no part of a command's output.
      AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true',
    },
    stdio: 'inherit',
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
}

/** Returns the same roles and databases on the current server. */
function onServer(
  databases: ReadonlyMap<string, string>,
  serverUrl: string,
): ReadonlyMap<string, string> {
  const { host } = new URL(serverUrl);
  const moved = [...databases].map(([role, given]) => {
    const url = new URL(given);
    url.host = host;
    return [role, url.href] as const;
  });
  return new Map(moved);
}

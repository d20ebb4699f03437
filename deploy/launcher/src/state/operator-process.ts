import { spawn } from 'node:child_process';
import path from 'node:path';
import { serviceFolder, type DataServiceName } from '@tomekeeper/installation';
import { environmentOf, type ProductContext } from '../product/services';

/**
 * Runs the operator command line of a service with the settings of an instance, in the folder of the caller.
 * @returns the exit code
 */
export function runOperator(
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

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { freePort } from '../../src/backing/free-port';
import { waitUntil } from '../../src/processes';

const PATIENCE_MS = 180_000;
/** Beside the launcher, which is copied: from there it looks for all of these. */
const OF_SERVICES = ['services', 'libs', 'node_modules', 'package.json'];

export type CrossedProduct = {
  /** What the browser tests have to know of it. */
  readonly environment: NodeJS.ProcessEnv;
  stop(): Promise<void>;
};

/** Starts the services of one checkout, launcher included, with the front end of another; both are built. */
export async function startCrossed(
  root: string,
  from: { readonly services: string; readonly frontEnd: string },
): Promise<CrossedProduct> {
  const launcher = path.join(root, 'deploy/local');
  fs.cpSync(path.join(from.services, 'deploy/local'), launcher, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (file) => path.basename(file) !== 'node_modules',
  });
  for (const name of [...OF_SERVICES, 'deploy/local/node_modules']) {
    const target = path.join(from.services, name);
    if (fs.existsSync(target)) fs.symlinkSync(target, path.join(root, name));
  }
  fs.symlinkSync(path.join(from.frontEnd, 'apps'), path.join(root, 'apps'));

  const [port, mailPort, storagePort] = [await freePort(), await freePort(), await freePort()];
  const dataDir = path.join(root, 'data');
  const { NODE_ENV: _jest, NODE_OPTIONS: _options, ...inherited } = process.env;
  const child = spawn(
    process.execPath,
    ['-e', `require(${JSON.stringify(launcher)}).launch({ demo: false, dev: false })`],
    {
      cwd: root,
      env: {
        ...inherited,
        DATA_DIR: dataDir,
        PORT: String(port),
        MAIL_UI_PORT: String(mailPort),
        STORAGE_PORT: String(storagePort),
        OBJECT_SWEEP_MS: '2000',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const isReady = () => {
    if (child.exitCode !== null) throw new Error(`It ended:\n${output}`);
    return output.includes('Tomekeeper is ready');
  };
  if (!(await waitUntil(isReady, PATIENCE_MS))) {
    child.kill('SIGTERM');
    throw new Error(`Not ready in time:\n${output}`);
  }
  return {
    environment: {
      E2E_URL: `http://localhost:${port}`,
      E2E_MAIL_URL: `http://127.0.0.1:${mailPort}`,
      E2E_DATA_DIR: dataDir,
    },
    async stop() {
      if (child.exitCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { freePort, waitUntil } from '@tomekeeper/program-kit';

const READY_TIMEOUT_MS = 180_000;
/** Beside `deploy`, which is copied: from there the launcher looks for all of these. */
const OF_SERVICES = ['services', 'libs', 'package.json'];
const LAUNCHER = 'deploy/launcher';

/** Every limit of calls per minute that the gateway knows. */
const RATES = 'ADDRESS USER SIGN_IN SIGN_UP CODE SUBSCRIBE RESEND CONTACT INVITE'.split(' ');

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
  const launcher = copyDeploy(from.services, root);
  for (const name of OF_SERVICES)
    fs.symlinkSync(path.join(from.services, name), path.join(root, name));
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
        // A journey that asks everything there is would wait for the next minute, several times.
        ...Object.fromEntries(RATES.map((name) => [`RATE_LIMIT_${name}`, '1000000'])),
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
  if (!(await waitUntil(isReady, READY_TIMEOUT_MS))) {
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

/** The launcher and all that it is made of find the workspace by where they are. @returns the launcher's folder */
function copyDeploy(services: string, root: string): string {
  fs.cpSync(path.join(services, 'deploy'), path.join(root, 'deploy'), {
    recursive: true,
    verbatimSymlinks: true,
    filter: (file) => path.basename(file) !== 'node_modules',
  });
  for (const project of fs.readdirSync(path.join(root, 'deploy'))) {
    const own = path.join('deploy', project, 'node_modules');
    if (fs.existsSync(path.join(services, own)))
      fs.symlinkSync(path.join(services, own), path.join(root, own));
  }
  const [here, there] = [path.join(root, 'node_modules'), path.join(services, 'node_modules')];
  fs.mkdirSync(path.join(here, '@tomekeeper'), { recursive: true });
  for (const name of fs.readdirSync(there))
    if (name !== '@tomekeeper') fs.symlinkSync(path.join(there, name), path.join(here, name));
  for (const name of fs.readdirSync(path.join(there, '@tomekeeper'))) {
    const project = path.join('@tomekeeper', name);
    const folder = path.relative(
      fs.realpathSync(services),
      fs.realpathSync(path.join(there, project)),
    );
    fs.symlinkSync(path.join(root, folder), path.join(here, project));
  }
  return path.join(root, LAUNCHER);
}

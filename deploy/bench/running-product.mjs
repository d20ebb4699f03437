import { spawn } from 'node:child_process';
import fs from 'node:fs/promises';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { WORKSPACE } from '../../libs/tooling/bootstrap/bootstrap.mjs';

const require = createRequire(import.meta.url);
export const { freePort } = require('@tomekeeper/cli-kit');

const READY = /^Tomekeeper is ready: (\S+)$/m;

/**
 * Starts a separate product on free ports with temporary data.
 * @param {Record<string, string>} environment
 * @param {string} [checkout] folder of another build
 */
export async function startProduct(environment, checkout) {
  const place = await makePlace();
  const product = await startIn(place, environment, checkout);
  return {
    ...product,
    async stop() {
      await product.stop();
      await place.remove();
    },
  };
}

/** A temporary data folder and free ports, which several products can use in turn. */
export async function makePlace() {
  const dataDir = await fs.mkdtemp(path.join(os.tmpdir(), 'tomekeeper-bench-'));
  // The embedded database may have to run as another user, which must get through.
  await fs.chmod(dataDir, 0o711);
  return {
    dataDir,
    ports: [await freePort(), await freePort(), await freePort()],
    remove: () => fs.rm(dataDir, { recursive: true, force: true }),
  };
}

/**
 * Runs `npm start` until its ready line.
 * @param {{ dataDir: string, ports: number[] }} place
 * @param {Record<string, string>} environment
 * @param {string} [checkout]
 */
export async function startIn(
  { dataDir, ports: [port, mailPort, storagePort] },
  environment,
  checkout = WORKSPACE,
) {
  const child = spawn(process.execPath, [path.join(checkout, 'deploy/launcher/bin/start.mjs')], {
    cwd: checkout,
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      PORT: `${port}`,
      MAIL_UI_PORT: `${mailPort}`,
      STORAGE_PORT: `${storagePort}`,
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const url = await new Promise((resolve, reject) => {
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        output += chunk;
        const ready = READY.exec(output)?.[1];
        if (ready) resolve(ready);
      });
    child.once('exit', (code) => reject(new Error(`The product ended with ${code}:\n${output}`)));
  });
  return {
    url: String(url),
    inboxUrl: `http://localhost:${mailPort}`,
    dataDir,
    pid: child.pid ?? 0,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

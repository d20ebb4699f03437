import { spawn, type ChildProcess } from 'node:child_process';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { freePort } from '@tomekeeper/testing';

const ROOT = path.resolve(__dirname, '../../../..');
const READY = /^Tomekeeper is ready: (\S+)$/m;
const START_TIMEOUT_MS = 180_000;

/** A separate product with free ports and a temporary data folder. */
export interface Product {
  url: string;
  mailUrl: string;
  dataDir: string;
  /** Runs `ctl.mjs` against it: `stop campaign`, `start campaign`, `status`. */
  control(...command: string[]): Promise<string>;
  /** Complete output. */
  output(): string;
  stop(): Promise<number | null>;
}

/** Starts the product the way a newcomer does and waits for its ready line. */
export async function startProduct(
  environment: Record<string, string> = {},
  options: readonly string[] = [],
): Promise<Product> {
  const dataDir = await fs.mkdtemp(path.join(os.tmpdir(), 'tomekeeper-e2e-'));
  await fs.chmod(dataDir, 0o711);
  const [port, mailPort, storagePort] = [await freePort(), await freePort(), await freePort()];
  const settings = {
    DATA_DIR: dataDir,
    PORT: String(port),
    MAIL_UI_PORT: String(mailPort),
    STORAGE_PORT: String(storagePort),
    ...environment,
  };
  const child = spawn(
    process.execPath,
    [path.join(ROOT, 'deploy/launcher/bin/start.mjs'), ...options],
    {
      cwd: ROOT,
      env: { ...inherited(), ...settings },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const url = await readyUrl(child, () => output);
  return {
    url,
    mailUrl: `http://127.0.0.1:${mailPort}`,
    dataDir,
    control: (...command) => controlProduct(dataDir, command),
    output: () => output,
    async stop() {
      const code = await stopped(child);
      await fs.rm(dataDir, { recursive: true, force: true });
      return code;
    },
  };
}

function readyUrl(child: ChildProcess, output: () => string): Promise<string> {
  return new Promise((resolve, reject) => {
    const fail = (why: string) => {
      clearInterval(poll);
      clearTimeout(deadline);
      reject(new Error(`${why} It printed:\n${output()}`));
    };
    const poll = setInterval(() => {
      const url = READY.exec(output())?.[1];
      if (!url) return;
      clearInterval(poll);
      clearTimeout(deadline);
      resolve(url);
    }, 100);
    const deadline = setTimeout(() => fail('The product was not ready in time.'), START_TIMEOUT_MS);
    child.once('exit', (code) => fail(`The product ended with ${code} before it was ready.`));
  });
}

function stopped(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null) return Promise.resolve(child.exitCode);
  return new Promise((resolve) => {
    child.once('exit', (code) => resolve(code));
    child.kill('SIGTERM');
  });
}

/** Runs the launcher's control command against the instance of a data folder. */
export const controlProduct = (dataDir: string, command: string[]): Promise<string> =>
  runCommand('launcher/bin/ctl', dataDir, command);

/** Runs the operators' command for accounts and keys. */
export const operateProduct = (dataDir: string, command: string[]): Promise<string> =>
  runCommand('launcher/bin/identity', dataDir, command);

/** Ships remotes to it. */
export const shipToProduct = (dataDir: string, command: string[]): Promise<string> =>
  runCommand('shipping/bin/ship', dataDir, command);

function runCommand(program: string, dataDir: string, command: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [path.join(ROOT, `deploy/${program}.mjs`), ...command], {
      cwd: ROOT,
      env: { ...inherited(), DATA_DIR: dataDir },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.on('error', reject);
    child.on('exit', (code) =>
      code === 0
        ? resolve(output)
        : reject(new Error(`${program} ${command.join(' ')}: ${output}`)),
    );
  });
}

/** jest marks its children with NODE_ENV=test; the product must run as a newcomer's does. */
function inherited(): NodeJS.ProcessEnv {
  const { NODE_ENV: _jest, NODE_OPTIONS: _options, ...rest } = process.env;
  return rest;
}

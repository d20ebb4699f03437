import { spawn } from 'node:child_process';
import path from 'node:path';
import { shared } from './shared-product';

const ROOT = path.resolve(__dirname, '../../../..');
const LISTENING = /"url":"([^"]+)"/;
/** Public pages ask no service for anything. */
const NOBODY = 'http://127.0.0.1:1';

/** A second gateway in production mode for the shell and remotes of the shared product. */
export async function startProductionGateway(): Promise<{ url: string; stop(): Promise<void> }> {
  const remotes = path.join(shared.dataDir, 'remotes');
  const { NODE_ENV: _jest, NODE_OPTIONS: _options, ...inherited } = process.env;
  const services = ['IDENTITY', 'CAMPAIGN', 'DOCUMENT', 'MAILING', 'CONTACT', 'LIVE', 'SEARCH'];
  const child = spawn(process.execPath, [path.join(ROOT, 'services/gateway/dist/main.js')], {
    env: {
      ...inherited,
      ...Object.fromEntries(services.map((name) => [`${name}_URL`, NOBODY])),
      ENVIRONMENT: 'production',
      PORT: '0',
      PUBLIC_URL: shared.url,
      STORAGE_ORIGIN: NOBODY,
      POOL_ID: 'local_Production1',
      POOL_CLIENT_ID: 'web',
      SHELL_DIR: path.join(ROOT, 'apps/shell/dist'),
      REMOTES_DIR: remotes,
      REMOTES_POINTERS: path.join(remotes, 'live.json'),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const url = await new Promise<string>((resolve, reject) => {
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const found = LISTENING.exec(output)?.[1];
      if (found) resolve(found);
    });
    child.once('exit', (code) => reject(new Error(`The gateway ended with ${code}:\n${output}`)));
  });
  return {
    url,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

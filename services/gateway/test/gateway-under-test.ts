import { createApp, createLog } from '@tomekeeper/service-kit';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { AppModule } from '../src/app.module';
import { gatewayConfig, type GatewayConfig } from '../src/config';
import { configureGateway, deadlines, edgeOptions } from '../src/gateway';
import type { UpstreamName } from '../src/upstreams/origins';
import { z } from 'zod';
import { startUpstream, type FakeUpstream } from './fake-upstream';

export interface GatewayUnderTest {
  readonly url: string;
  readonly app: NestFastifyApplication;
  readonly upstreams: Record<UpstreamName, FakeUpstream>;
  readonly folder: string;
  stop(): Promise<void>;
}

const MANIFEST = {
  id: 'campaigns',
  container: 'campaigns',
  requires: '^1.0',
  routes: [{ path: '/home', access: 'guarded' }],
  entry: 'remoteEntry.js',
};

/**
 * A gateway on a free port, before tiny services and real files.
 * @param lines gets what it logs, where `LOG_LEVEL` lets it
 */
export async function startGateway(
  settings: Record<string, string> = {},
  lines?: string[],
): Promise<GatewayUnderTest> {
  const names: UpstreamName[] = [
    'identity',
    'campaign',
    'document',
    'mailing',
    'contact',
    'live',
    'search',
  ];
  const started = await Promise.all(
    names.map(async (name) => [name, await startUpstream(name)] as const),
  );
  const upstreams = Object.fromEntries(started) as Record<UpstreamName, FakeUpstream>;
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'tomekeeper-gateway-'));
  await writeFiles(folder);
  const config: GatewayConfig = z.object(gatewayConfig).parse({
    PORT: '0',
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    ...Object.fromEntries(names.map((name) => [`${name.toUpperCase()}_URL`, upstreams[name].url])),
    PUBLIC_URL: 'https://tomekeeper.example',
    STORAGE_ORIGIN: 'https://files.tomekeeper.example',
    POOL_ID: 'local_Test00001',
    POOL_CLIENT_ID: 'client',
    SHELL_DIR: path.join(folder, 'shell'),
    REMOTES_DIR: path.join(folder, 'remotes'),
    REMOTES_POINTERS: path.join(folder, 'live.json'),
    ...settings,
  });
  const app = await createApp({
    module: AppModule.forRoot(config),
    log: createLog(
      'gateway',
      config.LOG_LEVEL,
      lines && { write: (line) => void lines.push(line) },
    ),
    edge: edgeOptions(config),
    deadlines: deadlines(config),
  });
  await configureGateway(app, config);
  await app.listen(0, '127.0.0.1');
  return {
    url: (await app.getUrl()).replace('[::1]', '127.0.0.1'),
    app,
    upstreams,
    folder,
    async stop() {
      await app.close();
      await Promise.all(names.map((name) => upstreams[name].stop()));
      await fs.rm(folder, { recursive: true, force: true });
    },
  };
}

/** A long script, so that compression shows. */
export const SCRIPT = `console.log(${JSON.stringify('tomekeeper '.repeat(500))});`;

async function writeFiles(folder: string): Promise<void> {
  const write = async (name: string, content: string | Buffer) => {
    const file = path.join(folder, name);
    await fs.mkdir(path.dirname(file), { recursive: true });
    await fs.writeFile(file, content);
  };
  await write('secret.txt', 'secret');
  await write('shell/index.html', `<!doctype html><title>Tomekeeper</title>${' '.repeat(2000)}`);
  await write('shell/favicon.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>');
  await write('shell/static/js/main.abc123.js', SCRIPT);
  await write('shell/static/js/main.abc123.js.br', brotliCompressSync(SCRIPT));
  await write('shell/static/js/main.abc123.js.gz', gzipSync(SCRIPT));
  await write('remotes/campaigns/1a2b/remote.json', JSON.stringify(MANIFEST));
  await write('remotes/campaigns/1a2b/remoteEntry.js', SCRIPT);
  await write('remotes/campaigns/1a2b/remoteEntry.js.br', brotliCompressSync(SCRIPT));
  await write('remotes/campaigns/1a2b/pdf.worker.min.1a2b.mjs', SCRIPT);
  await write('remotes/campaigns/1a2b/pdf.worker.min.1a2b.mjs.br', brotliCompressSync(SCRIPT));
  await write('remotes/notes.txt', 'not in a version');
  await write('live.json', JSON.stringify({ campaigns: { version: '1a2b' } }));
}

/** A body that the test knows the form of. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- assertions look at it, not the compiler
export const json = (response: Response): Promise<any> => response.json();

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { eventually, freePort } from '@tomekeeper/testing';

/** Straight from TypeScript, as specs run all else. */
const PROGRAM = [
  '--conditions=@tomekeeper/source',
  '--require',
  require.resolve('@tomekeeper/tooling/jest/run-sources.cjs'),
  '-e',
  `require(${JSON.stringify(path.resolve(__dirname, '../../search-model/src/main.ts'))})`,
];
const KEY = 'a-key-of-this-test-only';

/** The real `search-model` process with its real model, a dependency of the workspace. */
export interface ModelProcess {
  url: string;
  key: string;
  /** Starts again at the same address. */
  start(): Promise<void>;
  kill(): Promise<void>;
}

export async function modelProcess(): Promise<ModelProcess> {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  let child: ReturnType<typeof spawn> | undefined;
  return {
    url: `${origin}/v1`,
    key: KEY,
    async start() {
      const started = spawn(process.execPath, PROGRAM, {
        stdio: ['ignore', 'inherit', 'inherit'],
        env: {
          PATH: process.env['PATH'],
          HOST: '127.0.0.1',
          PORT: String(port),
          LOG_LEVEL: 'error',
          SEARCH_MODEL_KEY: KEY,
        },
      });
      child = started;
      await eventually(
        async () => {
          if (started.exitCode !== null) return 'ended';
          return (await fetch(`${origin}/health/ready`)).ok;
        },
        { timeout: 60_000 },
      );
      if (started.exitCode !== null)
        throw new Error(`The model's process ended with ${started.exitCode}.`);
    },
    async kill() {
      if (!child || child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    },
  };
}

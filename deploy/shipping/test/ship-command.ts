import { spawn } from 'node:child_process';
import path from 'node:path';
import { WORKSPACE } from '@tomekeeper/installation';

export type Ended = {
  readonly wasKilled: boolean;
  readonly code: number | null;
  readonly output: string;
};

/** `npm run ship -- campaigns --from <build>`, with a way to end it as a power cut would. */
export function shipCampaigns(build: string, settings: NodeJS.ProcessEnv) {
  const { NODE_ENV: _jest, NODE_OPTIONS: _options, INIT_CWD: _cwd, ...rest } = process.env;
  const program = path.join(WORKSPACE, 'deploy/shipping/bin/ship.mjs');
  const child = spawn(process.execPath, [program, 'campaigns', '--from', build], {
    env: { ...rest, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const ended = new Promise<Ended>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) =>
      resolve({ wasKilled: signal === 'SIGKILL', code, output }),
    );
  });
  return { ended, kill: () => void child.kill('SIGKILL') };
}

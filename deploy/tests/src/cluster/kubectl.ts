import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

export const isKubectlThere = spawnSync('kubectl', ['version', '--client']).status === 0;

export type Ended = {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
};

/** Runs programs that find the cluster at `address` as theirs. */
export class Operator {
  private readonly environment: NodeJS.ProcessEnv;

  constructor(folder: string, address: string) {
    const config = path.join(folder, 'kubeconfig');
    fs.writeFileSync(
      config,
      JSON.stringify({
        apiVersion: 'v1',
        kind: 'Config',
        'current-context': 'test',
        clusters: [{ name: 'test', cluster: { server: address } }],
        users: [{ name: 'test', user: {} }],
        contexts: [{ name: 'test', context: { cluster: 'test', user: 'test' } }],
      }),
    );
    this.environment = { PATH: process.env.PATH, HOME: folder, KUBECONFIG: config };
  }

  kubectl(...given: readonly string[]): Promise<Ended> {
    return this.run('kubectl', given);
  }

  shell(command: string): Promise<Ended> {
    return this.run('sh', ['-c', command]);
  }

  rollOut(kubernetes: string, overlay: string): Promise<Ended> {
    return this.run('sh', [
      path.join(kubernetes, 'rollout.sh'),
      path.join(kubernetes, 'overlays', overlay),
    ]);
  }

  private run(program: string, given: readonly string[]): Promise<Ended> {
    const child = spawn(program, given, {
      env: this.environment,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const said = { stdout: '', stderr: '' };
    child.stdout.on('data', (part: Buffer) => (said.stdout += part.toString()));
    child.stderr.on('data', (part: Buffer) => (said.stderr += part.toString()));
    return new Promise((resolve, reject) => {
      child.on('error', reject);
      child.on('close', (status) => resolve({ status, ...said }));
    });
  }
}

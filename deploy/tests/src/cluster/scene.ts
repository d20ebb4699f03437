import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { DeploymentSpec } from 'kubernetes-types/apps/v1';
import type { PodSpec, PodStatus } from 'kubernetes-types/core/v1';
import { writeSecretFiles } from '@tomekeeper/preparation';
import { ApiServer } from './api/server';
import type { Stored } from './api/store';
import { KUBERNETES } from '../manifests/kubernetes/overlays';

export const isKubectlThere = spawnSync('kubectl', ['version', '--client']).status === 0;

/** Files that an operator writes beside those that are made; see deploy/k8s/README.md. */
const WRITTEN: Readonly<Record<string, string>> = {
  'smtp-url': 'smtp://mail.example.org:587',
  'queue-address': 'queue.example.org:6379',
  'queue-username': 'default',
  'queue-password': 'secret',
  'queue-tls': 'enable',
};

export const NAMESPACES = { production: 'tomekeeper', staging: 'tomekeeper-staging' } as const;
type Environment = keyof typeof NAMESPACES;

type Ended = { readonly status: number | null; readonly stdout: string; readonly stderr: string };

/** A cluster with nothing in it, and deploy/k8s as an operator has it, to be changed. */
export class Scene {
  private readonly folder = fs.mkdtempSync(path.join(os.tmpdir(), 'cluster-'));
  /** A copy of deploy/k8s. */
  readonly kubernetes = path.join(this.folder, 'k8s');
  readonly api = new ApiServer();

  async open(): Promise<void> {
    fs.cpSync(KUBERNETES, this.kubernetes, { recursive: true });
    const files = path.join(this.kubernetes, 'secrets', 'files');
    fs.rmSync(files, { recursive: true, force: true });
    await writeSecretFiles(files, {
      databaseAdminUrl: 'postgres://database.example.org/tomes',
      queueUrl: 'rediss://queue.example.org',
    });
    for (const [name, content] of Object.entries(WRITTEN))
      fs.writeFileSync(path.join(files, name), content);
    const config = {
      apiVersion: 'v1',
      kind: 'Config',
      'current-context': 'test',
      clusters: [{ name: 'test', cluster: { server: await this.api.start() } }],
      users: [{ name: 'test', user: {} }],
      contexts: [{ name: 'test', context: { cluster: 'test', user: 'test' } }],
    };
    fs.writeFileSync(path.join(this.folder, 'kubeconfig'), JSON.stringify(config));
  }

  async close(): Promise<void> {
    await this.api.stop();
    fs.rmSync(this.folder, { recursive: true });
  }

  /** Runs a program that finds this cluster as its own. */
  run(program: string, ...given: readonly string[]): Promise<Ended> {
    const kubeconfig = path.join(this.folder, 'kubeconfig');
    const child = spawn(program, given, {
      env: { PATH: process.env.PATH, HOME: this.folder, KUBECONFIG: kubeconfig },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const output = { stdout: '', stderr: '' };
    child.stdout.on('data', (part: Buffer) => (output.stdout += part.toString()));
    child.stderr.on('data', (part: Buffer) => (output.stderr += part.toString()));
    return new Promise((resolve, reject) => {
      child.on('error', reject);
      child.on('close', (status) => resolve({ status, ...output }));
    });
  }

  kubectl(...given: readonly string[]): Promise<Ended> {
    return this.run('kubectl', ...given);
  }

  rollOut(overlay: string): Promise<Ended> {
    const folder = path.join(this.kubernetes, 'overlays', overlay);
    return this.run('sh', path.join(this.kubernetes, 'rollout.sh'), folder);
  }

  /** What comes before the first rollout. */
  async prepare(environment: Environment): Promise<void> {
    const namespace = `${this.kubernetes}/overlays/${environment}/product/namespace.yaml`;
    const secrets = path.join(this.kubernetes, 'secrets');
    const steps = [
      await this.kubectl('apply', '--filename', namespace),
      await this.kubectl('apply', '--namespace', NAMESPACES[environment], '--kustomize', secrets),
    ];
    for (const { status, stderr } of steps)
      if (status !== 0) throw new Error(`the cluster can't be prepared: ${stderr}`);
  }

  /** Changes a file below deploy/k8s. */
  edit(file: string, change: (text: string) => string): void {
    const whole = path.join(this.kubernetes, file);
    const text = fs.readFileSync(whole, 'utf8');
    const changed = change(text);
    if (changed === text) throw new Error(`${file} has nothing to change like this`);
    fs.writeFileSync(whole, changed);
  }

  /** Puts another version into every overlay of an environment. */
  release(environment: Environment, version: string): void {
    const overlay = path.join('overlays', environment);
    for (const part of fs.readdirSync(path.join(this.kubernetes, overlay))) {
      const file = path.join(overlay, part, 'kustomization.yaml');
      if (part !== 'sizes' && fs.existsSync(path.join(this.kubernetes, file)))
        this.edit(file, (text) => text.replace(/newTag: .*/g, `newTag: ${version}`));
    }
  }

  all(kind: string): readonly Stored[] {
    return this.api.store.list(kind);
  }

  /** Versions of the images of all Deployments, by name. */
  wanted(): Readonly<Record<string, string>> {
    const deployments = this.all('Deployment').map(({ metadata, spec }) => {
      const { template } = spec as DeploymentSpec;
      return [metadata.name, versionOf(template.spec)] as const;
    });
    return Object.fromEntries(deployments);
  }

  /** Versions of the images that run, by the name of their Deployment. */
  running(): Readonly<Record<string, string>> {
    const versions: Record<string, string> = {};
    for (const { metadata, spec, status } of this.all('Pod')) {
      const owner = metadata.ownerReferences?.[0];
      if (owner?.kind !== 'Deployment' || (status as PodStatus).phase !== 'Running') continue;
      const known = versions[owner.name]?.split(' ') ?? [];
      versions[owner.name] = [...new Set([...known, versionOf(spec)])].sort().join(' ');
    }
    return versions;
  }
}

const versionOf = (spec: unknown): string =>
  (spec as PodSpec).containers[0]?.image?.split(':').at(-1) ?? '';

import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { writeSecretFiles } from '@tomekeeper/preparation';
import { KUBERNETES } from './overlays';
import { ApiServer } from './api/server';
import { kindNamed } from './api/kinds';
import type { Stored } from './api/store';
import { Operator, type Ended } from './kubectl';
import { textOf, treeOf, treesOf } from './rules/field-errors';

/** Files that an operator writes beside those that are made; see deploy/k8s/README.md. */
const WRITTEN: Readonly<Record<string, string>> = {
  'smtp-url': 'smtp://mail.example.org:587',
  'queue-address': 'queue.example.org:6379',
  'queue-username': 'default',
  'queue-password': 'secret',
  'queue-tls': 'enable',
};

export const NAMESPACES: Readonly<Record<string, string>> = {
  production: 'tomekeeper',
  staging: 'tomekeeper-staging',
};

/** A cluster with nothing in it, and deploy/k8s as an operator has it, to be changed. */
export class Scene {
  private readonly folder = fs.mkdtempSync(path.join(os.tmpdir(), 'cluster-'));
  /** A copy of deploy/k8s. */
  readonly kubernetes = path.join(this.folder, 'k8s');
  readonly api = new ApiServer();
  private operator: Operator | undefined;

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
    this.operator = new Operator(this.folder, await this.api.start());
  }

  async close(): Promise<void> {
    await this.api.stop();
    fs.rmSync(this.folder, { recursive: true });
  }

  kubectl(...given: readonly string[]): Promise<Ended> {
    return this.at().kubectl(...given);
  }

  shell(command: string): Promise<Ended> {
    return this.at().shell(command);
  }

  rollOut(overlay: string): Promise<Ended> {
    return this.at().rollOut(this.kubernetes, overlay);
  }

  /** What comes before the first rollout. */
  async prepare(environment: string): Promise<void> {
    const namespace = path.join(this.kubernetes, 'overlays', environment, 'product/namespace.yaml');
    const secrets = path.join(this.kubernetes, 'secrets');
    const steps = [
      await this.kubectl('apply', '--filename', namespace),
      await this.kubectl(
        'apply',
        '--namespace',
        NAMESPACES[environment] ?? '',
        '--kustomize',
        secrets,
      ),
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
  release(environment: string, version: string): void {
    const overlay = path.join('overlays', environment);
    for (const entry of fs.readdirSync(path.join(this.kubernetes, overlay), {
      withFileTypes: true,
    }))
      if (entry.isDirectory() && entry.name !== 'sizes')
        this.edit(path.join(overlay, entry.name, 'kustomization.yaml'), (text) =>
          text.replace(/newTag: .*/g, `newTag: ${version}`),
        );
  }

  all(kind: string): readonly Stored[] {
    return this.api.store.list(kindNamed(kind));
  }

  /** Versions of the images of all Deployments, by name. */
  wanted(): Readonly<Record<string, string>> {
    return versions(this.all('Deployment'), (each) => treeOf(treeOf(each['spec'])['template']));
  }

  /** Versions of the images that run, by the name of their Deployment. */
  running(): Readonly<Record<string, string>> {
    const pods = this.all('Pod').filter(
      ({ metadata, status }) =>
        metadata.labels?.['pod-template-hash'] !== undefined &&
        treeOf(status)['phase'] === 'Running',
    );
    return versions(pods, (each) => each);
  }

  private at(): Operator {
    if (this.operator === undefined) throw new Error('the scene is not open yet');
    return this.operator;
  }
}

function versions(
  objects: readonly Stored[],
  podOf: (object: Stored) => { readonly [part: string]: unknown },
): Record<string, string> {
  const entries = objects.map((object) => {
    const { name, ownerReferences } = object.metadata;
    const owner = textOf(treesOf(ownerReferences)[0]?.['name']);
    const [container] = treesOf(treeOf(podOf(object)['spec'])['containers']);
    const version = textOf(container?.['image']).split(':').at(-1) ?? '';
    return [owner === '' ? name : owner, version] as const;
  });
  const result: Record<string, string> = {};
  for (const [name, version] of entries)
    result[name] = [...new Set([...(result[name]?.split(' ') ?? []), version])].sort().join(' ');
  return result;
}

import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { WORKSPACE } from '@tomekeeper/installation';
import { checksFolder } from '../checks-folder';
import { KEDA_SPECS } from './keda-specs';
import { idOf, type Manifest } from './kustomize';

/** Modules of kubernetes-types by API version. */
const TYPE_MODULES: Readonly<Record<string, string>> = {
  v1: 'core/v1',
  'apps/v1': 'apps/v1',
  'autoscaling/v2': 'autoscaling/v2',
  'batch/v1': 'batch/v1',
  'networking.k8s.io/v1': 'networking/v1',
  'policy/v1': 'policy/v1',
};

const Metadata = z.strictObject({
  name: z.string().min(1),
  namespace: z.string().optional(),
});

/**
 * Type-checks manifests against the Kubernetes API, as literals of its types, so that a misspelled field fails like a
 * wrong type or a missing field.
 */
export function formProblems(manifests: readonly Manifest[]): readonly string[] {
  const keda = manifests.flatMap((each) => {
    if (TYPE_MODULES[each.apiVersion] !== undefined) return [];
    const spec = KEDA_SPECS[each.kind];
    if (spec === undefined) return [`${idOf(each)}: unknown kind`];
    const { error } = z
      .strictObject({ apiVersion: z.string(), kind: z.string(), metadata: Metadata, spec })
      .safeParse(each);
    return error ? [`${idOf(each)}: ${z.prettifyError(error)}`] : [];
  });
  return [...keda, ...typeProblems(manifests.filter((each) => each.apiVersion in TYPE_MODULES))];
}

function typeProblems(manifests: readonly Manifest[]): readonly string[] {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'api-types-'));
  try {
    fs.symlinkSync(path.join(WORKSPACE, 'node_modules'), path.join(folder, 'node_modules'));
    fs.writeFileSync(path.join(folder, 'manifests.ts'), manifests.map(literal).join('\n'));
    const compiler = path.join(checksFolder(), 'node_modules/typescript-native/bin/tsc');
    const options = [
      '--noEmit',
      '--pretty',
      'false',
      '--strict',
      '--module',
      'nodenext',
      '--types',
      '',
    ];
    const program = [compiler, ...options, 'manifests.ts'];
    const { stdout, status } = spawnSync(process.execPath, program, {
      cwd: folder,
      encoding: 'utf8',
    });
    const problems = stdout.split('\n').filter((line) => line.includes('error TS'));
    if (status !== 0 && problems.length === 0) throw new Error(`tsc did not run: ${stdout}`);
    return problems;
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
}

function literal(manifest: Manifest, index: number): string {
  const module = `kubernetes-types/${TYPE_MODULES[manifest.apiVersion]}`;
  const name = `${manifest.kind}_${manifest.metadata.name}_${index}`.replaceAll('-', '_');
  const value = JSON.stringify(manifest, undefined, 1);
  return `export const ${name}: Required<Pick<import('${module}').${manifest.kind}, 'apiVersion' | 'kind'>> & import('${module}').${manifest.kind} = ${value};`;
}

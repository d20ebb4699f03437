import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { WORKSPACE } from '../../../src/product/workspace';
import { TYPE_MODULES } from '../../cluster/structure';
import { idOf, type Manifest } from './kustomize';

const text = z.string().min(1);
const Metadata = z.strictObject({ name: text, namespace: text.optional() });
/** Of KEDA's kinds, no package describes a current release to more than our use of it. */
export const KEDA: Readonly<Record<string, z.ZodType>> = {
  ScaledObject: z.strictObject({
    apiVersion: z.literal('keda.sh/v1alpha1'),
    kind: z.literal('ScaledObject'),
    metadata: Metadata,
    spec: z.strictObject({
      scaleTargetRef: z.strictObject({ name: text }),
      pollingInterval: z.int().min(1),
      cooldownPeriod: z.int().min(1),
      minReplicaCount: z.int().min(0),
      maxReplicaCount: z.int().min(1),
      triggers: z
        .array(
          z.strictObject({
            type: z.literal('redis'),
            metadata: z.strictObject({ listName: text, listLength: z.string().regex(/^\d+$/) }),
            authenticationRef: z.strictObject({ name: text }),
          }),
        )
        .min(1),
    }),
  }),
  TriggerAuthentication: z.strictObject({
    apiVersion: z.literal('keda.sh/v1alpha1'),
    kind: z.literal('TriggerAuthentication'),
    metadata: Metadata,
    spec: z.strictObject({
      secretTargetRef: z.array(
        z.strictObject({
          parameter: z.enum(['address', 'username', 'password', 'tls']),
          name: text,
          key: text,
        }),
      ),
    }),
  }),
};

/**
 * What is wrong with manifests, as the API of Kubernetes describes them. They are checked as literals of its
 * types, so that a misspelt field fails as a wrong type or a missing field does.
 */
export function problemsOf(manifests: readonly Manifest[]): readonly string[] {
  const keda = manifests.flatMap((each) => {
    if (TYPE_MODULES[each.apiVersion] !== undefined) return [];
    const result = KEDA[each.kind]?.safeParse(each);
    if (result?.success) return [];
    return [`${idOf(each)}: ${result ? z.prettifyError(result.error) : 'unknown kind'}`];
  });
  return [...keda, ...typeProblems(manifests.filter((each) => each.apiVersion in TYPE_MODULES))];
}

function typeProblems(manifests: readonly Manifest[]): readonly string[] {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'api-types-'));
  try {
    fs.symlinkSync(path.join(WORKSPACE, 'node_modules'), path.join(folder, 'node_modules'));
    fs.writeFileSync(path.join(folder, 'manifests.ts'), manifests.map(literal).join('\n'));
    const compiler = path.join(WORKSPACE, 'node_modules/typescript-native/bin/tsc');
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

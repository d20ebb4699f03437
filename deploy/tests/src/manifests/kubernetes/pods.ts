import { z } from 'zod';
import { idOf, type Manifest } from './kustomize';

const Reference = z.looseObject({ name: z.string(), key: z.string() });
const Variable = z.looseObject({
  name: z.string(),
  value: z.string().optional(),
  valueFrom: z.looseObject({ configMapKeyRef: Reference }).optional(),
});
const Probe = z.looseObject({ httpGet: z.looseObject({ path: z.string(), port: z.string() }) });
const Item = z.looseObject({ key: z.string(), path: z.string() });
const Source = z.looseObject({ name: z.string(), items: z.array(Item).optional() });
const Projection = z.looseObject({ secret: Source.optional(), configMap: Source.optional() });
const Volume = z.looseObject({
  name: z.string(),
  projected: z.looseObject({ sources: z.array(Projection) }).optional(),
  secret: z.looseObject({ secretName: z.string(), items: z.array(Item).optional() }).optional(),
});
const Container = z.looseObject({
  name: z.string(),
  image: z.string(),
  command: z.array(z.string()).optional(),
  args: z.array(z.string()).optional(),
  env: z.array(Variable).default([]),
  ports: z.array(z.looseObject({ name: z.string(), containerPort: z.int() })).default([]),
  startupProbe: Probe.optional(),
  livenessProbe: Probe.optional(),
  readinessProbe: Probe.optional(),
  volumeMounts: z.array(z.looseObject({ name: z.string(), mountPath: z.string() })).default([]),
});
const PodSpec = z.looseObject({
  serviceAccountName: z.string(),
  containers: z.tuple([Container]),
  volumes: z.array(Volume).default([]),
});
const Template = z.looseObject({
  spec: z.looseObject({
    template: z.looseObject({
      metadata: z.looseObject({ labels: z.record(z.string(), z.string()) }),
      spec: PodSpec,
    }),
  }),
});

export type Pod = {
  /** Such as `Deployment/campaign-worker`. */
  readonly id: string;
  readonly kind: string;
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly spec: z.infer<typeof PodSpec>;
  readonly container: z.infer<typeof Container>;
};

/** Returns the pods of all workloads in the manifests. */
export function podsOf(manifests: readonly Manifest[]): readonly Pod[] {
  return manifests
    .filter(({ kind }) => kind === 'Deployment' || kind === 'Job')
    .map((manifest) => {
      const { metadata, spec } = Template.parse(manifest).spec.template;
      return {
        id: idOf(manifest),
        kind: manifest.kind,
        name: manifest.metadata.name,
        labels: metadata.labels,
        spec,
        container: spec.containers[0],
      };
    });
}

/** Returns the files below /run/secrets, with the Secret and key of each. */
export function secretFilesOf(
  { spec }: Pod,
  keysOf: (secret: string) => readonly string[],
): ReadonlyMap<string, { readonly secret: string; readonly key: string }> {
  const volume = spec.volumes.find(({ name }) => name === 'secrets');
  const projected = volume?.projected?.sources.flatMap(({ secret }) => secret ?? []) ?? [];
  const whole = volume?.secret && { name: volume.secret.secretName, items: volume.secret.items };
  const found = [...projected, ...(whole ? [whole] : [])].flatMap(({ name, items }) => {
    const files = items ?? keysOf(name).map((key) => ({ key, path: key }));
    return files.map(({ key, path }) => [path, { secret: name, key }] as const);
  });
  return new Map(found);
}

const Data = z.looseObject({ data: z.record(z.string(), z.string()) });

/** Returns the environment of a pod's container, resolved from the ConfigMaps. */
export function environmentOf(
  { id, container }: Pod,
  manifests: readonly Manifest[],
): Readonly<Record<string, string>> {
  const entries = container.env.map(({ name, value, valueFrom }) => {
    if (valueFrom === undefined) return [name, value];
    const { name: map, key } = valueFrom.configMapKeyRef;
    const settings = manifests.find((each) => idOf(each) === `ConfigMap/${map}`);
    const found = settings && Data.parse(settings).data[key];
    if (found === undefined) throw new Error(`${id}: ${name} is not in ConfigMap/${map}`);
    return [name, found];
  });
  return Object.fromEntries(entries) as Record<string, string>;
}

const Selector = z.looseObject({
  matchLabels: z.record(z.string(), z.string()).default({}),
  matchExpressions: z
    .array(
      z.looseObject({
        key: z.string(),
        operator: z.literal('In'),
        values: z.array(z.string()),
      }),
    )
    .default([]),
});

/** Whether a Kubernetes selector matches these labels. */
export function selects(selector: unknown, labels: Readonly<Record<string, string>>): boolean {
  const { matchLabels, matchExpressions } = Selector.parse(selector);
  return (
    Object.entries(matchLabels).every(([name, value]) => labels[name] === value) &&
    matchExpressions.every(({ key, values }) => values.includes(labels[key] ?? ''))
  );
}

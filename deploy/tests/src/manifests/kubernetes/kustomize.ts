import fs from 'node:fs';
import path from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { merged } from './strategic-merge';

/** The supported subset of kustomize; other features are rejected, because they would not be rendered. */
const Patch = z.strictObject({
  path: z.string(),
  target: z.strictObject({ kind: z.string(), labelSelector: z.string().optional() }).optional(),
});
type Patch = z.infer<typeof Patch>;
const Image = z.strictObject({ name: z.string(), newName: z.string(), newTag: z.string() });
const Kustomization = z.strictObject({
  apiVersion: z.string(),
  kind: z.enum(['Kustomization', 'Component']),
  namespace: z.string().optional(),
  resources: z.array(z.string()).default([]),
  components: z.array(z.string()).default([]),
  patches: z.array(Patch).default([]),
  images: z.array(Image).default([]),
});

export const Manifest = z.looseObject({
  apiVersion: z.string(),
  kind: z.string(),
  metadata: z.looseObject({
    name: z.string(),
    namespace: z.string().optional(),
    labels: z.record(z.string(), z.string()).optional(),
  }),
});
export type Manifest = z.infer<typeof Manifest>;

/** Replaces `kubectl kustomize`, so that every test run can render the overlays without it. */
export function render(folder: string): readonly Manifest[] {
  return applied(folder, []);
}

/** Returns the manifests of a folder's kustomization; a component is applied to `found`. */
function applied(folder: string, found: readonly Manifest[]): readonly Manifest[] {
  const file = path.join(folder, 'kustomization.yaml');
  const wanted = Kustomization.parse(parse(fs.readFileSync(file, 'utf8')));
  let manifests = [
    ...found,
    ...wanted.resources.flatMap((each) => resource(path.join(folder, each))),
  ];
  refuseTwins(manifests, file);
  for (const each of wanted.components)
    manifests = [...applied(path.join(folder, each), manifests)];
  for (const each of wanted.patches) manifests = patched(manifests, each, folder);
  const { namespace, images } = wanted;
  if (namespace !== undefined) manifests = manifests.map((each) => inNamespace(each, namespace));
  return manifests.map((each) => withImages(each, images));
}

function resource(given: string): readonly Manifest[] {
  if (fs.statSync(given).isDirectory()) return render(given);
  return parseAllDocuments(fs.readFileSync(given, 'utf8')).map((document) => {
    if (document.errors.length > 0) throw new Error(`${given}: ${document.errors.join(', ')}`);
    return Manifest.parse(document.toJS());
  });
}

export const idOf = ({ kind, metadata }: Manifest): string => `${kind}/${metadata.name}`;

function refuseTwins(manifests: readonly Manifest[], file: string): void {
  const ids = manifests.map((each) => `${idOf(each)} ${each.metadata.namespace ?? ''}`);
  const twin = ids.find((id, index) => ids.indexOf(id) !== index);
  if (twin !== undefined) throw new Error(`${file}: ${twin}is there twice`);
}

function patched(manifests: readonly Manifest[], { path: file, target }: Patch, folder: string) {
  const patch = Manifest.parse(parse(fs.readFileSync(path.join(folder, file), 'utf8')));
  const concerned = (each: Manifest): boolean =>
    target === undefined
      ? idOf(each) === idOf(patch)
      : each.kind === target.kind && hasLabel(each, target.labelSelector);
  if (target === undefined && !manifests.some(concerned))
    throw new Error(`${path.join(folder, file)}: there is no ${idOf(patch)} to patch`);
  return manifests.map((each) =>
    concerned(each) ? Manifest.parse(merged(each, renamed(patch, each))) : each,
  );
}

/** A patch with several targets has an arbitrary name. */
function renamed(patch: Manifest, { metadata: { name } }: Manifest): Manifest {
  return { ...patch, metadata: { ...patch.metadata, name } };
}

function hasLabel({ metadata: { labels = {} } }: Manifest, selector: string | undefined): boolean {
  if (selector === undefined) return true;
  const [name = '', value] = selector.split('=');
  return labels[name] === value;
}

function inNamespace(manifest: Manifest, namespace: string): Manifest {
  if (manifest.kind === 'Namespace') return manifest;
  return { ...manifest, metadata: { ...manifest.metadata, namespace } };
}

type Tree = { [key: string]: unknown };
const isTree = (value: unknown): value is Tree =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Sets registry and tag of every listed container image. */
function withImages<Part>(part: Part, images: readonly z.infer<typeof Image>[]): Part {
  if (Array.isArray(part)) return part.map((each: unknown) => withImages(each, images)) as Part;
  if (!isTree(part)) return part;
  const entries = Object.entries(part).map(([key, value]) => {
    if (key !== 'image' || typeof value !== 'string') return [key, withImages(value, images)];
    const wanted = images.find(({ name }) => name === value);
    return [key, wanted ? `${wanted.newName}:${wanted.newTag}` : value];
  });
  return Object.fromEntries(entries) as Part;
}

/** Merge keys of lists; Kubernetes replaces every other list as a whole. */
const MERGE_KEYS: Readonly<Record<string, string>> = {
  containers: 'name',
  env: 'name',
  ports: 'containerPort',
  topologySpreadConstraints: 'topologyKey',
  volumeMounts: 'mountPath',
  volumes: 'name',
};

type Tree = { readonly [key: string]: unknown };
const isTree = (value: unknown): value is Tree =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Kubernetes' strategic merge: maps by key, some lists by item, the patch wins. */
export function merged(base: unknown, patch: unknown, key = ''): unknown {
  if (isTree(base) && isTree(patch)) return mergedTrees(base, patch);
  const mergeKey = MERGE_KEYS[key];
  if (mergeKey !== undefined && isList(base, mergeKey) && isList(patch, mergeKey))
    return mergedLists(base, patch, mergeKey);
  return patch;
}

const isList = (value: unknown, mergeKey: string): value is Tree[] =>
  Array.isArray(value) && value.every((item) => isTree(item) && mergeKey in item);

function mergedTrees(base: Tree, patch: Tree): Tree {
  const result: Record<string, unknown> = { ...base };
  for (const [key, value] of Object.entries(patch)) {
    // Our patches do not use deletion.
    if (value === null || key.startsWith('$')) throw new Error(`'${key}' is not rendered here`);
    result[key] = key in base ? merged(base[key], value, key) : value;
  }
  return result;
}

function mergedLists(base: readonly Tree[], patch: readonly Tree[], mergeKey: string): Tree[] {
  const fresh = patch.filter((item) => !base.some((other) => other[mergeKey] === item[mergeKey]));
  const kept = base.map((item) => {
    const change = patch.find((other) => other[mergeKey] === item[mergeKey]);
    return change ? mergedTrees(item, change) : item;
  });
  return [...fresh, ...kept];
}

/** Returns a canonical form, independent of the order of keys and of lists with named items. */
export function canonical(value: unknown, key = ''): unknown {
  if (Array.isArray(value)) {
    const items = value.map((item) => canonical(item));
    const mergeKey = MERGE_KEYS[key];
    if (mergeKey === undefined || !isList(items, mergeKey)) return items;
    return items.sort((a, b) => String(a[mergeKey]).localeCompare(String(b[mergeKey])));
  }
  if (!isTree(value)) return value;
  const names = Object.keys(value).sort();
  return Object.fromEntries(names.map((name) => [name, canonical(value[name], name)]));
}

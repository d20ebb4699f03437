import { isTree, listOf, textOf, type Tree } from '../rules/field-errors';

/** By what the items of a list are told apart; the API replaces every other list as a whole. */
const MERGE_KEYS: Readonly<Record<string, readonly string[]>> = {
  conditions: ['type'],
  containers: ['name'],
  env: ['name'],
  imagePullSecrets: ['name'],
  initContainers: ['name'],
  // Of a container and of a Service.
  ports: ['containerPort', 'port'],
  tolerations: ['key'],
  topologySpreadConstraints: ['topologyKey'],
  volumeMounts: ['mountPath'],
  volumes: ['name'],
};

/** RFC 7386: trees are merged, everything else is replaced, nothing takes away. */
export function jsonMergePatch(before: unknown, patch: unknown): unknown {
  if (!isTree(patch)) return patch;
  const result: Record<string, unknown> = { ...(isTree(before) ? before : {}) };
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete result[key];
    else result[key] = jsonMergePatch(result[key], value);
  }
  return result;
}

/** The API's own way of patching: lists whose items have a key are merged too, as directives say. */
export function strategicMergePatch(before: unknown, patch: unknown): unknown {
  if (!isTree(patch)) return patch;
  if (patch['$patch'] === 'replace') return withoutDirectives(patch);
  const result: Record<string, unknown> = { ...(isTree(before) ? before : {}) };
  const retained = patch['$retainKeys'];
  if (Array.isArray(retained))
    for (const key of Object.keys(result)) if (!retained.includes(key)) delete result[key];
  for (const [key, value] of Object.entries(patch)) {
    if (key.startsWith('$')) continue;
    if (value === null || (isTree(value) && value['$patch'] === 'delete')) delete result[key];
    else if (Array.isArray(value)) result[key] = mergedList(key, listOf(result[key]), value);
    else result[key] = strategicMergePatch(result[key], value);
  }
  for (const [directive, value] of Object.entries(patch)) {
    const [name, list] = directive.split('/');
    if (list === undefined) continue;
    if (name === '$setElementOrder')
      result[list] = inOrder(list, listOf(result[list]), listOf(value));
    if (name === '$deleteFromPrimitiveList')
      result[list] = listOf(result[list]).filter((each) => !listOf(value).includes(each));
  }
  return result;
}

function mergeKeyOf(list: string, items: readonly unknown[]): string | undefined {
  return MERGE_KEYS[list]?.find((key) => items.every((item) => isTree(item) && key in item));
}

function mergedList(
  name: string,
  before: readonly unknown[],
  patch: readonly unknown[],
): readonly unknown[] {
  const key = mergeKeyOf(name, [...before, ...patch]);
  if (key === undefined) return patch.map(withoutDirectives);
  const result = [...(before as readonly Tree[])];
  for (const item of patch as readonly Tree[]) {
    const place = result.findIndex((each) => each[key] === item[key]);
    if (item['$patch'] === 'delete') {
      if (place >= 0) result.splice(place, 1);
    } else if (place >= 0) result[place] = strategicMergePatch(result[place], item) as Tree;
    else result.push(withoutDirectives(item) as Tree);
  }
  return result;
}

function inOrder(
  name: string,
  items: readonly unknown[],
  order: readonly unknown[],
): readonly unknown[] {
  const key = mergeKeyOf(name, [...items, ...order]);
  const idOf = (item: unknown): string =>
    key === undefined || !isTree(item) ? textOf(item) : String(item[key]);
  const places = order.map(idOf);
  const placeOf = (item: unknown): number => {
    const place = places.indexOf(idOf(item));
    return place < 0 ? places.length : place;
  };
  return [...items].sort((a, b) => placeOf(a) - placeOf(b));
}

function withoutDirectives(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutDirectives);
  if (!isTree(value)) return value;
  const entries = Object.entries(value).filter(([key]) => !key.startsWith('$'));
  return Object.fromEntries(entries.map(([key, each]) => [key, withoutDirectives(each)]));
}

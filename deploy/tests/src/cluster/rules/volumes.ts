import {
  duplicatesIn,
  forbidden,
  invalid,
  isTree,
  listOf,
  required,
  textOf,
  treeOf,
  treesOf,
  type FieldError,
  type Tree,
} from './field-errors';
import { named } from './names';
import { quantityProblems } from './quantities';

const MODE_TEXT = 'must be a number between 0 and 0777 (octal), both inclusive';

/** What a volume may be of, as far as our manifests have it; others are left as they are. */
const SOURCES: Readonly<Record<string, (field: string, source: Tree) => readonly FieldError[]>> = {
  emptyDir: (field, { sizeLimit }) =>
    sizeLimit === undefined ? [] : quantityProblems(`${field}.sizeLimit`, sizeLimit),
  secret: (field, { secretName, items, defaultMode }) => [
    ...(textOf(secretName) === '' ? [required(`${field}.secretName`)] : []),
    ...modeProblems(`${field}.defaultMode`, defaultMode),
    ...itemProblems(`${field}.items`, items),
  ],
  configMap: (field, { name, items, defaultMode }) => [
    ...(textOf(name) === '' ? [required(`${field}.name`)] : []),
    ...modeProblems(`${field}.defaultMode`, defaultMode),
    ...itemProblems(`${field}.items`, items),
  ],
  projected: projectedProblems,
  persistentVolumeClaim: (field, { claimName }) =>
    textOf(claimName) === ''
      ? [required(`${field}.claimName`)]
      : named(`${field}.claimName`, textOf(claimName), 'subdomain'),
};

/** What is wrong with the volumes of a pod. */
export function volumeProblems(field: string, volumes: unknown): readonly FieldError[] {
  const listed = treesOf(volumes);
  return [
    ...listed.flatMap((volume, index) => {
      const at = `${field}[${index}]`;
      const name = textOf(volume['name']);
      const nameErrors =
        name === '' ? [required(`${at}.name`)] : named(`${at}.name`, name, 'label');
      const kinds = Object.keys(volume).filter((key) => key !== 'name');
      if (kinds.length === 0) return [...nameErrors, required(at, 'must specify a volume type')];
      const [, ...more] = kinds;
      return [
        ...nameErrors,
        ...more.map((kind) =>
          forbidden(`${at}.${kind}`, 'may not specify more than 1 volume type'),
        ),
        ...kinds.flatMap((kind) => SOURCES[kind]?.(`${at}.${kind}`, treeOf(volume[kind])) ?? []),
      ];
    }),
    ...duplicatesIn(
      listed.map(({ name }, index) => ({ field: `${field}[${index}].name`, value: name })),
    ),
  ];
}

function projectedProblems(field: string, { sources, defaultMode }: Tree): readonly FieldError[] {
  const paths = new Set<string>();
  return [
    ...modeProblems(`${field}.defaultMode`, defaultMode),
    ...treesOf(sources).flatMap((source, index) => {
      const at = `${field}.sources[${index}]`;
      const kinds = Object.keys(source);
      const [kind = ''] = kinds;
      const { name, items } = treeOf(source[kind]);
      const isNamed = kind === 'secret' || kind === 'configMap';
      const twins = treesOf(items)
        .map((item) => textOf(item['path']))
        .filter((each) => {
          const isTwin = paths.has(each);
          paths.add(each);
          return isTwin;
        });
      return [
        ...(kinds.length > 1 ? [forbidden(at, 'may not specify more than 1 volume type')] : []),
        ...(isNamed && textOf(name) === '' ? [required(`${at}.${kind}.name`)] : []),
        ...itemProblems(`${at}.${kind}.items`, items),
        ...twins.map((each) => invalid(field, each, 'conflicting duplicate paths')),
      ];
    }),
  ];
}

function modeProblems(field: string, mode: unknown): readonly FieldError[] {
  const isMode = mode === undefined || (typeof mode === 'number' && mode >= 0 && mode <= 0o777);
  return isMode ? [] : [invalid(field, mode, MODE_TEXT)];
}

function itemProblems(field: string, items: unknown): readonly FieldError[] {
  return treesOf(items).flatMap(({ key, path, mode }, index) => {
    const at = `${field}[${index}]`;
    const file = textOf(path);
    return [
      ...(textOf(key) === '' ? [required(`${at}.key`)] : []),
      ...(file === '' ? [required(`${at}.path`)] : []),
      ...(file.startsWith('/') ? [invalid(`${at}.path`, file, 'must be a relative path')] : []),
      ...(file.split('/').includes('..')
        ? [invalid(`${at}.path`, file, "must not contain '..'")]
        : []),
      ...modeProblems(`${at}.mode`, mode),
    ];
  });
}

/** Files of a ConfigMap or Secret that a pod's volumes and settings want, without which it does not start. */
export type WantedKey = {
  readonly kind: 'ConfigMap' | 'Secret';
  readonly name: string;
  /** Every key of it, where none is named. */
  readonly key?: string;
};

export function keysWantedBy(podSpec: Tree): readonly WantedKey[] {
  const volumes = treesOf(podSpec['volumes']).flatMap((volume) => [
    ...wantedFrom('Secret', volume['secret'], 'secretName'),
    ...wantedFrom('ConfigMap', volume['configMap'], 'name'),
    ...treesOf(treeOf(volume['projected'])['sources']).flatMap(({ secret, configMap }) => [
      ...wantedFrom('Secret', secret, 'name'),
      ...wantedFrom('ConfigMap', configMap, 'name'),
    ]),
  ]);
  const settings = treesOf(podSpec['containers'])
    .flatMap((container) => treesOf(container['env']))
    .flatMap(({ valueFrom }) => {
      const { configMapKeyRef, secretKeyRef } = treeOf(valueFrom);
      return [
        ...wantedByReference('ConfigMap', configMapKeyRef),
        ...wantedByReference('Secret', secretKeyRef),
      ];
    });
  return [...volumes, ...settings];
}

function wantedFrom(kind: WantedKey['kind'], source: unknown, nameField: string): WantedKey[] {
  if (!isTree(source) || source['optional'] === true) return [];
  const name = textOf(source[nameField]);
  const items = listOf(source['items']);
  if (items.length === 0) return [{ kind, name }];
  return treesOf(items).map(({ key }) => ({ kind, name, key: textOf(key) }));
}

function wantedByReference(kind: WantedKey['kind'], reference: unknown): WantedKey[] {
  if (!isTree(reference) || reference['optional'] === true) return [];
  return [{ kind, name: textOf(reference['name']), key: textOf(reference['key']) }];
}

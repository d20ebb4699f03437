import {
  entriesOf,
  forbidden,
  immutable,
  invalid,
  isTree,
  oneOf,
  required,
  textOf,
  textsOf,
  tooLong,
  treeOf,
  type FieldError,
  type Tree,
} from './field-errors';
import { named } from './names';
import { quantityOf, quantityProblems } from './quantities';

const MOST_BYTES = 1024 * 1024;
const ACCESS_MODES = ['ReadOnlyMany', 'ReadWriteMany', 'ReadWriteOnce', 'ReadWriteOncePod'];

export function configMapProblems(map: Tree, before: Tree | undefined): FieldError[] {
  const texts = entriesOf(map['data']);
  const binaries = entriesOf(map['binaryData']);
  const errors = [
    ...texts.flatMap(([key]) => named(`data[${key}]`, key, 'configKey')),
    ...binaries.flatMap(([key]) => named(`binaryData[${key}]`, key, 'configKey')),
    ...texts
      .filter(([key]) => binaries.some(([other]) => other === key))
      .map(([key]) => invalid(`data[${key}]`, key, 'duplicate of key present in binaryData')),
  ];
  const size = [...texts, ...binaries].reduce(
    (sum, [, value]) => sum + Buffer.byteLength(textOf(value)),
    0,
  );
  if (size > MOST_BYTES) errors.push(tooLong('', MOST_BYTES));
  if (before?.['immutable'] === true)
    errors.push(
      ...immutable('data', map['data'], before['data']).map(() =>
        forbidden('data', 'field is immutable when `immutable` is set'),
      ),
    );
  return errors;
}

export function secretProblems(secret: Tree, before: Tree | undefined): FieldError[] {
  const entries = entriesOf(secret['data']);
  const errors = entries.flatMap(([key]) => [...named(`data[${key}]`, key, 'configKey')]);
  const size = entries.reduce(
    (sum, [, value]) => sum + Buffer.from(textOf(value), 'base64').length,
    0,
  );
  if (size > MOST_BYTES) errors.push(tooLong('data', MOST_BYTES));
  if (before) {
    const { type = 'Opaque' } = before;
    errors.push(...immutable('type', secret['type'] ?? 'Opaque', type));
  }
  return errors;
}

export function claimProblems({ spec }: Tree, before: Tree | undefined): FieldError[] {
  const { accessModes, resources, storageClassName } = treeOf(spec);
  const modes = textsOf(accessModes);
  const storage = treeOf(treeOf(resources)['requests'])['storage'];
  const errors: FieldError[] = [];
  if (modes.length === 0)
    errors.push(required('spec.accessModes', 'at least 1 access mode is required'));
  for (const mode of modes) errors.push(...oneOf('spec.accessModes', mode, ACCESS_MODES));
  if (modes.includes('ReadWriteOncePod') && modes.length > 1)
    errors.push(
      forbidden('spec.accessModes', 'may not use ReadWriteOncePod with other access modes'),
    );
  if (storage === undefined) errors.push(required('spec.resources[storage]'));
  else if (quantityOf(storage) === 0)
    errors.push(invalid('spec.resources[storage]', storage, 'must be greater than zero'));
  else errors.push(...quantityProblems('spec.resources[storage]', storage));
  if (storageClassName !== undefined && storageClassName !== '')
    errors.push(...named('spec.storageClassName', textOf(storageClassName), 'subdomain'));
  if (isTree(before) && immutable('spec', fixed(spec), fixed(before['spec'])).length > 0)
    errors.push(
      forbidden(
        'spec',
        'spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims',
      ),
    );
  return errors;
}

/** May change once a claim is there. */
const CHANGEABLE = ['resources', 'volumeAttributesClassName', 'volumeName'];

/** What never changes of a claim. */
function fixed(spec: unknown): Tree {
  return Object.fromEntries(entriesOf(spec).filter(([name]) => !CHANGEABLE.includes(name)));
}

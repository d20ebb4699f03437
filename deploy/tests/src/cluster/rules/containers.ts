import {
  duplicatesIn,
  entriesOf,
  forbidden,
  invalid,
  isTree,
  nonNegative,
  notFound,
  oneOf,
  required,
  textOf,
  treeOf,
  treesOf,
  within,
  type FieldError,
  type Tree,
} from './field-errors';
import { named } from './names';
import { quantityOf, quantityProblems } from './quantities';

export const PORT_RANGE = [1, 65535] as const;
export const PROTOCOLS = ['SCTP', 'TCP', 'UDP'];
const HANDLERS = ['exec', 'httpGet', 'tcpSocket', 'grpc', 'sleep'];
const COUNTS = [
  'initialDelaySeconds',
  'timeoutSeconds',
  'periodSeconds',
  'successThreshold',
  'failureThreshold',
];

/** What is wrong with the containers of a pod, given the names of its volumes. */
export function containerProblems(
  field: string,
  containers: unknown,
  volumes: readonly string[],
): readonly FieldError[] {
  const listed = treesOf(containers);
  return [
    ...listed.flatMap((each, index) => problemsOfOne(`${field}[${index}]`, each, volumes)),
    ...duplicatesIn(
      listed.map(({ name }, index) => ({ field: `${field}[${index}].name`, value: name })),
    ),
  ];
}

function problemsOfOne(
  field: string,
  container: Tree,
  volumes: readonly string[],
): readonly FieldError[] {
  const name = textOf(container['name']);
  const image = textOf(container['image']);
  return [
    ...(name === '' ? [required(`${field}.name`)] : named(`${field}.name`, name, 'label')),
    ...(image === '' ? [required(`${field}.image`)] : []),
    ...(image !== image.trim()
      ? [invalid(`${field}.image`, image, 'must not have leading or trailing whitespace')]
      : []),
    ...portProblems(`${field}.ports`, container['ports']),
    ...environmentProblems(`${field}.env`, container['env']),
    ...mountProblems(`${field}.volumeMounts`, container['volumeMounts'], volumes),
    ...resourceProblems(`${field}.resources`, treeOf(container['resources'])),
    ...['livenessProbe', 'readinessProbe', 'startupProbe'].flatMap((kind) =>
      probeProblems(`${field}.${kind}`, container[kind], kind),
    ),
    ...(container['imagePullPolicy'] === undefined
      ? []
      : oneOf(`${field}.imagePullPolicy`, container['imagePullPolicy'], [
          'Always',
          'IfNotPresent',
          'Never',
        ])),
    ...securityProblems(`${field}.securityContext`, treeOf(container['securityContext'])),
  ];
}

function portProblems(field: string, ports: unknown): readonly FieldError[] {
  const listed = treesOf(ports);
  const names = listed.flatMap(({ name }, index) =>
    name === undefined ? [] : [{ field: `${field}[${index}].name`, value: name }],
  );
  return [
    ...listed.flatMap(({ name, containerPort, protocol = 'TCP' }, index) => {
      const at = `${field}[${index}]`;
      return [
        ...(name === undefined ? [] : named(`${at}.name`, textOf(name), 'port')),
        ...(containerPort === undefined || containerPort === 0
          ? [required(`${at}.containerPort`)]
          : within(`${at}.containerPort`, containerPort, PORT_RANGE)),
        ...oneOf(`${at}.protocol`, protocol, PROTOCOLS),
      ];
    }),
    ...duplicatesIn(names),
  ];
}

function environmentProblems(field: string, variables: unknown): readonly FieldError[] {
  return treesOf(variables).flatMap(({ name, value, valueFrom }, index) => {
    const at = `${field}[${index}]`;
    return [
      ...(textOf(name) === ''
        ? [required(`${at}.name`)]
        : named(`${at}.name`, textOf(name), 'environment')),
      ...(valueFrom === undefined ? [] : sourceProblems(`${at}.valueFrom`, valueFrom, value)),
    ];
  });
}

function sourceProblems(field: string, source: unknown, value: unknown): readonly FieldError[] {
  const sources = entriesOf(source);
  if (sources.length === 0)
    return [
      invalid(
        field,
        '',
        'must specify one of: `fieldRef`, `resourceFieldRef`, `configMapKeyRef` or `secretKeyRef`',
      ),
    ];
  const errors: FieldError[] = sources.flatMap(([kind, reference]) => {
    if (kind !== 'configMapKeyRef' && kind !== 'secretKeyRef') return [];
    const { name, key } = treeOf(reference);
    return [
      ...named(`${field}.${kind}.name`, textOf(name), 'subdomain'),
      ...(textOf(key) === ''
        ? [required(`${field}.${kind}.key`)]
        : named(`${field}.${kind}.key`, textOf(key), 'configKey')),
    ];
  });
  if (textOf(value) !== '')
    errors.push(invalid(field, '', 'may not be specified when `value` is not empty'));
  else if (sources.length > 1)
    errors.push(invalid(field, '', 'may not have more than one field specified at a time'));
  return errors;
}

function mountProblems(
  field: string,
  mounts: unknown,
  volumes: readonly string[],
): readonly FieldError[] {
  const paths = new Set<string>();
  return treesOf(mounts).flatMap(({ name, mountPath }, index) => {
    const at = `${field}[${index}]`;
    const path = textOf(mountPath);
    const isTaken = paths.has(path);
    paths.add(path);
    return [
      ...(textOf(name) === '' ? [required(`${at}.name`)] : []),
      ...(volumes.includes(textOf(name)) ? [] : [notFound(`${at}.name`, name ?? '')]),
      ...(path === '' ? [required(`${at}.mountPath`)] : []),
      ...(isTaken ? [invalid(`${at}.mountPath`, path, 'must be unique')] : []),
    ];
  });
}

function resourceProblems(field: string, { requests, limits }: Tree): readonly FieldError[] {
  const allowed = treeOf(limits);
  return [
    ...entriesOf(limits).flatMap(([name, value]) =>
      quantityProblems(`${field}.limits[${name}]`, value),
    ),
    ...entriesOf(requests).flatMap(([name, value]) => {
      const errors = quantityProblems(`${field}.requests[${name}]`, value);
      const wanted = quantityOf(value);
      const limit = quantityOf(allowed[name]);
      const isMore = wanted !== undefined && limit !== undefined && wanted > limit;
      return isMore
        ? [
            ...errors,
            invalid(
              `${field}.requests`,
              value,
              `must be less than or equal to ${name} limit of ${String(allowed[name])}`,
            ),
          ]
        : errors;
    }),
  ];
}

function probeProblems(field: string, given: unknown, kind: string): readonly FieldError[] {
  if (!isTree(given)) return [];
  const handlers = HANDLERS.filter((each) => given[each] !== undefined);
  const [first, ...more] = handlers;
  const errors: FieldError[] = more.map((each) =>
    forbidden(`${field}.${each}`, 'may not specify more than 1 handler type'),
  );
  if (first === undefined) errors.push(required(field, 'must specify a handler type'));
  else errors.push(...handlerProblems(`${field}.${first}`, first, treeOf(given[first])));
  errors.push(...COUNTS.flatMap((count) => nonNegative(`${field}.${count}`, given[count])));
  const { successThreshold = 1, terminationGracePeriodSeconds: grace } = given;
  if (kind !== 'readinessProbe' && successThreshold !== 1)
    errors.push(invalid(`${field}.successThreshold`, successThreshold, 'must be 1'));
  if (kind === 'readinessProbe' && grace !== undefined)
    errors.push(
      invalid(
        `${field}.terminationGracePeriodSeconds`,
        grace,
        'must not be set for readinessProbes',
      ),
    );
  return errors;
}

function handlerProblems(field: string, kind: string, handler: Tree): readonly FieldError[] {
  if (kind === 'exec')
    return handler['command'] === undefined ? [required(`${field}.command`)] : [];
  if (kind === 'sleep') return [];
  const { scheme = 'HTTP' } = handler;
  return [
    ...(kind === 'httpGet' && textOf(handler['path']) === '' ? [required(`${field}.path`)] : []),
    ...portOrNameProblems(`${field}.port`, handler['port']),
    ...(kind === 'httpGet' ? oneOf(`${field}.scheme`, scheme, ['HTTP', 'HTTPS']) : []),
  ];
}

/** A port by number or by name, as probes and services name one. */
export function portOrNameProblems(field: string, port: unknown): readonly FieldError[] {
  return typeof port === 'string'
    ? named(field, port, 'port')
    : within(field, port ?? 0, PORT_RANGE);
}

function securityProblems(field: string, context: Tree): readonly FieldError[] {
  const { privileged, allowPrivilegeEscalation, runAsUser, runAsGroup } = context;
  return [
    ...(privileged === true && allowPrivilegeEscalation === false
      ? [
          invalid(
            field,
            context,
            'cannot set `allowPrivilegeEscalation` to false and `privileged` to true',
          ),
        ]
      : []),
    ...within(`${field}.runAsUser`, runAsUser, [0, 2 ** 31 - 1]),
    ...within(`${field}.runAsGroup`, runAsGroup, [0, 2 ** 31 - 1]),
  ];
}

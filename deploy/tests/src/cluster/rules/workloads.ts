import { containerProblems } from './containers';
import {
  entriesOf,
  forbidden,
  immutable,
  invalid,
  isTree,
  nonNegative,
  oneOf,
  required,
  textOf,
  treeOf,
  treesOf,
  unsupported,
  within,
  type FieldError,
  type Tree,
} from './field-errors';
import { annotationProblems, labelProblems, named } from './names';
import { matches, selectorProblems, spreadProblems } from './selectors';
import { volumeProblems } from './volumes';

function podTemplateProblems(field: string, template: unknown): readonly FieldError[] {
  const { metadata, spec } = treeOf(template);
  const { labels, annotations } = treeOf(metadata);
  return [
    ...labelProblems(`${field}.metadata.labels`, entriesOf(labels)),
    ...annotationProblems(`${field}.metadata.annotations`, entriesOf(annotations)),
    ...podSpecProblems(`${field}.spec`, treeOf(spec)),
  ];
}

/** What is wrong with a pod, whoever makes it. */
function podSpecProblems(field: string, spec: Tree): readonly FieldError[] {
  const volumes = treesOf(spec['volumes']).map(({ name }) => textOf(name));
  const containers = treesOf(spec['containers']);
  const { serviceAccountName, restartPolicy = 'Always', dnsPolicy = 'ClusterFirst' } = spec;
  return [
    ...volumeProblems(`${field}.volumes`, spec['volumes']),
    ...(containers.length === 0 ? [required(`${field}.containers`)] : []),
    ...containerProblems(`${field}.containers`, spec['containers'], volumes),
    ...containerProblems(`${field}.initContainers`, spec['initContainers'], volumes),
    ...oneOf(`${field}.restartPolicy`, restartPolicy, ['Always', 'OnFailure', 'Never']),
    ...oneOf(`${field}.dnsPolicy`, dnsPolicy, [
      'ClusterFirst',
      'ClusterFirstWithHostNet',
      'Default',
      'None',
    ]),
    ...nonNegative(`${field}.terminationGracePeriodSeconds`, spec['terminationGracePeriodSeconds']),
    ...within(`${field}.activeDeadlineSeconds`, spec['activeDeadlineSeconds'], [1, 2 ** 31 - 1]),
    ...(serviceAccountName === undefined
      ? []
      : named(`${field}.serviceAccountName`, textOf(serviceAccountName), 'subdomain')),
    ...spreadProblems(`${field}.topologySpreadConstraints`, spec['topologySpreadConstraints']),
    ...within(`${field}.securityContext.runAsUser`, treeOf(spec['securityContext'])['runAsUser'], [
      0,
      2 ** 31 - 1,
    ]),
    ...within(`${field}.securityContext.fsGroup`, treeOf(spec['securityContext'])['fsGroup'], [
      0,
      2 ** 31 - 1,
    ]),
  ];
}

export function deploymentProblems({ spec }: Tree, before: Tree | undefined): FieldError[] {
  const wanted = treeOf(spec);
  const { selector, template, strategy, minReadySeconds = 0 } = wanted;
  const { progressDeadlineSeconds = 600 } = wanted;
  const { metadata, spec: podSpec } = treeOf(template);
  const labels = treeOf(treeOf(metadata)['labels']);
  const pod = treeOf(podSpec);
  const errors = [
    ...nonNegative('spec.replicas', wanted['replicas']),
    ...nonNegative('spec.minReadySeconds', minReadySeconds),
    ...nonNegative('spec.revisionHistoryLimit', wanted['revisionHistoryLimit']),
    ...selectorOfPods(selector, labels, 'deployment'),
    ...podTemplateProblems('spec.template', template),
    ...strategyProblems('spec.strategy', treeOf(strategy)),
  ];
  if (Number(progressDeadlineSeconds) <= Number(minReadySeconds))
    errors.push(
      invalid(
        'spec.progressDeadlineSeconds',
        progressDeadlineSeconds,
        'must be greater than minReadySeconds',
      ),
    );
  const { restartPolicy = 'Always' } = pod;
  if (restartPolicy !== 'Always')
    errors.push(unsupported('spec.template.spec.restartPolicy', restartPolicy, ['Always']));
  if (pod['activeDeadlineSeconds'] !== undefined)
    errors.push(
      forbidden(
        'spec.template.spec.activeDeadlineSeconds',
        'activeDeadlineSeconds in ReplicaSet is not Supported',
      ),
    );
  if (before)
    errors.push(...immutable('spec.selector', selector, treeOf(before['spec'])['selector']));
  return errors;
}

/** The selector of a workload must choose the pods that it makes. */
function selectorOfPods(
  selector: unknown,
  labels: Readonly<Record<string, unknown>>,
  kind: string,
): readonly FieldError[] {
  if (!isTree(selector)) return [required('spec.selector')];
  const { matchLabels, matchExpressions } = selector;
  if (entriesOf(matchLabels).length + treesOf(matchExpressions).length === 0)
    return [invalid('spec.selector', selector, `empty selector is invalid for ${kind}`)];
  const errors = selectorProblems('spec.selector', selector);
  if (errors.length > 0 || matches(selector, labels)) return errors;
  return [
    invalid('spec.template.metadata.labels', labels, '`selector` does not match template `labels`'),
  ];
}

function strategyProblems(field: string, strategy: Tree): readonly FieldError[] {
  const { type = 'RollingUpdate', rollingUpdate } = strategy;
  if (type === 'Recreate')
    return rollingUpdate === undefined
      ? []
      : [
          forbidden(
            `${field}.rollingUpdate`,
            "may not be specified when strategy `type` is 'Recreate'",
          ),
        ];
  if (type !== 'RollingUpdate')
    return [unsupported(`${field}.type`, type, ['Recreate', 'RollingUpdate'])];
  const { maxUnavailable = '25%', maxSurge = '25%' } = treeOf(rollingUpdate);
  const errors = [
    ...amountProblems(`${field}.rollingUpdate.maxUnavailable`, maxUnavailable),
    ...amountProblems(`${field}.rollingUpdate.maxSurge`, maxSurge),
  ];
  const isZero = (value: unknown) => value === 0 || value === '0%';
  return isZero(maxUnavailable) && isZero(maxSurge)
    ? [
        ...errors,
        invalid(
          `${field}.rollingUpdate.maxUnavailable`,
          maxUnavailable,
          'may not be 0 when `maxSurge` is 0',
        ),
      ]
    : errors;
}

/** A number of pods, or a percentage of them. */
export function amountProblems(field: string, amount: unknown): readonly FieldError[] {
  if (typeof amount === 'number') return nonNegative(field, amount);
  if (/^\d+%$/.test(textOf(amount)))
    return Number.parseInt(textOf(amount), 10) > 100
      ? [invalid(field, amount, 'must not be greater than 100%')]
      : [];
  return [
    invalid(
      field,
      amount,
      "a valid percent string must be a numeric string followed by an ending '%' (e.g. '1%',  or '93%', regex used for validation is '[0-9]+%')",
    ),
  ];
}

export function jobProblems({ spec }: Tree, before: Tree | undefined): FieldError[] {
  const wanted = treeOf(spec);
  const { template } = wanted;
  const { restartPolicy = 'Always' } = treeOf(treeOf(template)['spec']);
  const errors = [
    ...[
      'parallelism',
      'completions',
      'activeDeadlineSeconds',
      'backoffLimit',
      'ttlSecondsAfterFinished',
    ].flatMap((name) => nonNegative(`spec.${name}`, wanted[name])),
    ...podTemplateProblems('spec.template', template),
  ];
  if (restartPolicy === 'Always')
    errors.push(required('spec.template.spec.restartPolicy', 'valid values: "OnFailure", "Never"'));
  if (before) {
    const { selector, completions, template: templateBefore } = treeOf(before['spec']);
    errors.push(
      ...immutable('spec.selector', wanted['selector'], selector),
      ...immutable('spec.completions', wanted['completions'], completions),
      ...immutable('spec.template', template, templateBefore),
    );
  }
  return errors;
}

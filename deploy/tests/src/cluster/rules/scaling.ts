import {
  invalid,
  oneOf,
  required,
  textOf,
  treeOf,
  treesOf,
  type FieldError,
  type Tree,
} from './field-errors';
import { selectorProblems } from './selectors';
import { amountProblems } from './workloads';

export function autoscalerProblems({ spec }: Tree): FieldError[] {
  const { minReplicas = 1, maxReplicas = 0, scaleTargetRef, metrics } = treeOf(spec);
  const { kind, name } = treeOf(scaleTargetRef);
  const errors: FieldError[] = [];
  if (Number(minReplicas) < 1)
    errors.push(invalid('spec.minReplicas', minReplicas, 'must be greater than or equal to 1'));
  if (Number(maxReplicas) < 1)
    errors.push(invalid('spec.maxReplicas', maxReplicas, 'must be greater than 0'));
  if (Number(maxReplicas) < Number(minReplicas))
    errors.push(
      invalid('spec.maxReplicas', maxReplicas, 'must be greater than or equal to `minReplicas`'),
    );
  if (textOf(kind) === '') errors.push(required('spec.scaleTargetRef.kind'));
  if (textOf(name) === '') errors.push(required('spec.scaleTargetRef.name'));
  treesOf(metrics).forEach((metric, index) => {
    errors.push(...metricProblems(`spec.metrics[${index}]`, metric));
  });
  return errors;
}

const METRICS: Readonly<Record<string, string>> = {
  ContainerResource: 'containerResource',
  External: 'external',
  Object: 'object',
  Pods: 'pods',
  Resource: 'resource',
};

function metricProblems(field: string, metric: Tree): readonly FieldError[] {
  const type = textOf(metric['type']);
  const errors = [...oneOf(`${field}.type`, type, Object.keys(METRICS))];
  const source = METRICS[type];
  if (source === undefined) return errors;
  const given = treeOf(metric[source]);
  if (metric[source] === undefined)
    return [
      ...errors,
      required(`${field}.${source}`, 'must populate information for the given metric source'),
    ];
  if (type !== 'Resource') return errors;
  const { name, target } = given;
  const { averageUtilization, averageValue } = treeOf(target);
  if (textOf(name) === '')
    errors.push(required(`${field}.resource.name`, 'must specify a resource name'));
  if (averageUtilization === undefined && averageValue === undefined)
    errors.push(
      required(
        `${field}.resource.target.averageUtilization`,
        'must set either a target raw value or a target utilization',
      ),
    );
  if (averageUtilization !== undefined && averageValue !== undefined)
    errors.push({
      field: `${field}.resource.target.averageValue`,
      reason: 'FieldValueForbidden',
      message: 'Forbidden: may not set both a target raw value and a target utilization',
    });
  if (averageUtilization !== undefined && Number(averageUtilization) < 1)
    errors.push(
      invalid(
        `${field}.resource.target.averageUtilization`,
        averageUtilization,
        'must be greater than 0',
      ),
    );
  return errors;
}

export function budgetProblems({ spec }: Tree): FieldError[] {
  const { minAvailable, maxUnavailable, selector, unhealthyPodEvictionPolicy } = treeOf(spec);
  return [
    ...(minAvailable !== undefined && maxUnavailable !== undefined
      ? [invalid('spec', spec, 'minAvailable and maxUnavailable cannot be both set')]
      : []),
    ...(minAvailable === undefined ? [] : amountProblems('spec.minAvailable', minAvailable)),
    ...(maxUnavailable === undefined ? [] : amountProblems('spec.maxUnavailable', maxUnavailable)),
    ...(unhealthyPodEvictionPolicy === undefined
      ? []
      : oneOf('spec.unhealthyPodEvictionPolicy', unhealthyPodEvictionPolicy, [
          'AlwaysAllow',
          'IfHealthyBudget',
        ])),
    ...selectorProblems('spec.selector', selector),
  ];
}

/** What KEDA's admission webhook refuses. */
export function scaledObjectProblems({ spec }: Tree): FieldError[] {
  const { minReplicaCount: least = 0, maxReplicaCount: most = 100 } = treeOf(spec);
  return Number(least) > Number(most)
    ? [
        invalid(
          'spec.minReplicaCount',
          least,
          `MinReplicaCount=${String(least)} must be less than or equal to MaxReplicaCount=${String(most)}`,
        ),
      ]
    : [];
}

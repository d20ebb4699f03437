import { refuses } from './refusing';

describe('the rules of a HorizontalPodAutoscaler', () => {
  refuses('HorizontalPodAutoscaler', [
    [
      'fewer pods than one',
      (it) => (it.spec.minReplicas = 0),
      'spec.minReplicas: Invalid value: 0: must be greater than or equal to 1',
    ],
    [
      'fewer at most than at least',
      (it) => (it.spec.maxReplicas = 1),
      'spec.maxReplicas: Invalid value: 1: must be greater than or equal to `minReplicas`',
    ],
    [
      'none at most',
      (it) => (it.spec.maxReplicas = 0),
      'spec.maxReplicas: Invalid value: 0: must be greater than 0',
    ],
    [
      'nothing to scale',
      (it) => delete it.spec.scaleTargetRef.name,
      'spec.scaleTargetRef.name: Required value',
    ],
    [
      'a thing of no kind to scale',
      (it) => delete it.spec.scaleTargetRef.kind,
      'spec.scaleTargetRef.kind: Required value',
    ],
    [
      'an unknown measure',
      (it) => (it.spec.metrics[0].type = 'Load'),
      'spec.metrics[0].type: Unsupported value: "Load": supported values: "ContainerResource"',
    ],
    [
      'a measure that says nothing',
      (it) => delete it.spec.metrics[0].resource,
      'spec.metrics[0].resource: Required value: must populate information for the given metric source',
    ],
    [
      'a measure of nothing',
      (it) => delete it.spec.metrics[0].resource.name,
      'spec.metrics[0].resource.name: Required value: must specify a resource name',
    ],
    [
      'a measure without a target',
      (it) => delete it.spec.metrics[0].resource.target.averageUtilization,
      'must set either a target raw value or a target utilization',
    ],
    [
      'a measure with two targets',
      (it) => (it.spec.metrics[0].resource.target.averageValue = '1'),
      'Forbidden: may not set both a target raw value and a target utilization',
    ],
    [
      'a target of nothing',
      (it) => (it.spec.metrics[0].resource.target.averageUtilization = 0),
      'averageUtilization: Invalid value: 0: must be greater than 0',
    ],
  ]);
});

describe('the rules of a PodDisruptionBudget', () => {
  refuses('PodDisruptionBudget', [
    [
      'both bounds',
      (it) => (it.spec.minAvailable = 1),
      'minAvailable and maxUnavailable cannot be both set',
    ],
    [
      'more than all',
      (it) => (it.spec.maxUnavailable = '120%'),
      'spec.maxUnavailable: Invalid value: "120%": must not be greater than 100%',
    ],
    [
      'an unknown way with sick pods',
      (it) => (it.spec.unhealthyPodEvictionPolicy = 'Never'),
      'spec.unhealthyPodEvictionPolicy: Unsupported value: "Never": supported values: "AlwaysAllow"',
    ],
    [
      'a selector that is no label',
      (it) => (it.spec.selector.matchLabels = { 'no label': 'x' }),
      'spec.selector.matchLabels: Invalid value: "no label"',
    ],
  ]);
});

describe('the rules of a ScaledObject', () => {
  refuses('ScaledObject', [
    [
      'more at least than at most',
      (it) => (it.spec.minReplicaCount = 9),
      'MinReplicaCount=9 must be less than or equal to MaxReplicaCount=4',
    ],
  ]);
});

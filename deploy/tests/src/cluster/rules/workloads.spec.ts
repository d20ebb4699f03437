import { refuses, type Broken } from './refusing';

const pod = (object: Broken): Broken => object.spec.template.spec;
const POD = 'spec.template.spec';

describe('the rules of a Deployment', () => {
  refuses('Deployment', [
    ['no selector', (it) => delete it.spec.selector, 'spec.selector: Required value'],
    [
      'an empty selector',
      (it) => (it.spec.selector = {}),
      'spec.selector: Invalid value: {}: empty selector is invalid for deployment',
    ],
    [
      'a selector that does not choose its pods',
      (it) => (it.spec.template.metadata.labels = { other: 'pod' }),
      'spec.template.metadata.labels: Invalid value: {"other":"pod"}: `selector` does not match template `labels`',
    ],
    [
      'fewer replicas than none',
      (it) => (it.spec.replicas = -1),
      'spec.replicas: Invalid value: -1: must be greater than or equal to 0',
    ],
    [
      'a rollout that may neither add nor take away',
      (it) => (it.spec.strategy.rollingUpdate.maxSurge = 0),
      'spec.strategy.rollingUpdate.maxUnavailable: Invalid value: 0: may not be 0 when `maxSurge` is 0',
    ],
    [
      'a share that is none',
      (it) => (it.spec.strategy.rollingUpdate.maxSurge = 'half'),
      `spec.strategy.rollingUpdate.maxSurge: Invalid value: "half": a valid percent string must be`,
    ],
    [
      'steps of a rollout that has none',
      (it) => (it.spec.strategy.type = 'Recreate'),
      "spec.strategy.rollingUpdate: Forbidden: may not be specified when strategy `type` is 'Recreate'",
    ],
    [
      'an unknown strategy',
      (it) => (it.spec.strategy.type = 'BlueGreen'),
      'spec.strategy.type: Unsupported value: "BlueGreen": supported values: "Recreate", "RollingUpdate"',
    ],
    [
      'a deadline that is over before pods are ready',
      (it) => (it.spec.minReadySeconds = 600),
      'spec.progressDeadlineSeconds: Invalid value: 180: must be greater than minReadySeconds',
    ],
    [
      'pods that are not started again',
      (it) => (pod(it).restartPolicy = 'Never'),
      `${POD}.restartPolicy: Unsupported value: "Never": supported values: "Always"`,
    ],
    [
      'pods with an end',
      (it) => (pod(it).activeDeadlineSeconds = 60),
      `${POD}.activeDeadlineSeconds: Forbidden: activeDeadlineSeconds in ReplicaSet is not Supported`,
    ],
    ['no container', (it) => (pod(it).containers = []), `${POD}.containers: Required value`],
    [
      'an account whose name is none',
      (it) => (pod(it).serviceAccountName = 'My_Account'),
      `${POD}.serviceAccountName: Invalid value: "My_Account": a lowercase RFC 1123 subdomain`,
    ],
    [
      'less than no time to end',
      (it) => (pod(it).terminationGracePeriodSeconds = -1),
      `${POD}.terminationGracePeriodSeconds: Invalid value: -1: must be greater than or equal to 0`,
    ],
    [
      'an unknown way to look names up',
      (it) => (pod(it).dnsPolicy = 'Cluster'),
      `${POD}.dnsPolicy: Unsupported value: "Cluster": supported values: "ClusterFirst"`,
    ],
    [
      'a user that is none',
      (it) => (pod(it).securityContext.runAsUser = -1),
      `${POD}.securityContext.runAsUser: Invalid value: -1: must be between 0 and 2147483647, inclusive`,
    ],
  ]);
});

describe('the rules of a Job', () => {
  refuses('Job', [
    [
      'pods that are always started again',
      (it) => delete pod(it).restartPolicy,
      `${POD}.restartPolicy: Required value: valid values: "OnFailure", "Never"`,
    ],
    [
      'fewer tries than none',
      (it) => (it.spec.backoffLimit = -1),
      'spec.backoffLimit: Invalid value: -1: must be greater than or equal to 0',
    ],
  ]);
});

import type { Deployment } from 'kubernetes-types/apps/v1';
import type { HorizontalPodAutoscaler } from 'kubernetes-types/autoscaling/v2';
import type { Container, PodSpec, PodTemplateSpec } from 'kubernetes-types/core/v1';
import type { ObjectMeta } from 'kubernetes-types/meta/v1';
import type { PodDisruptionBudget } from 'kubernetes-types/policy/v1';
import { selects } from './pods';

/** Any object that has the form of its kind. */
type KubernetesObject = { readonly kind: string; readonly metadata: object };
type ScaledObject = { readonly spec: { minReplicaCount: number; maxReplicaCount: number } };

/**
 * Why the API server refuses an object that has the form of its kind: of its rules, those that no type says and
 * that our manifests break easily, by a patch or by a name that stands in two places. Each is a field and a reason.
 */
export function ruleProblems(object: KubernetesObject): readonly string[] {
  const problems = [
    ...nameProblems(object.metadata),
    ...labelProblems('metadata', object.metadata),
  ];
  switch (object.kind) {
    case 'Deployment':
      return [...problems, ...deploymentProblems(object as Deployment)];
    case 'Job':
      return [...problems, ...jobProblems(object as Deployment)];
    case 'HorizontalPodAutoscaler': {
      const { minReplicas = 1, maxReplicas = 0 } = (object as HorizontalPodAutoscaler).spec ?? {};
      return [...problems, ...boundProblems('spec.maxReplicas', minReplicas, maxReplicas)];
    }
    case 'ScaledObject': {
      const { minReplicaCount, maxReplicaCount } = (object as KubernetesObject & ScaledObject).spec;
      return [
        ...problems,
        ...boundProblems('spec.maxReplicaCount', minReplicaCount, maxReplicaCount),
      ];
    }
    case 'PodDisruptionBudget': {
      const { minAvailable, maxUnavailable } = (object as PodDisruptionBudget).spec ?? {};
      const isTwice = minAvailable !== undefined && maxUnavailable !== undefined;
      return [
        ...problems,
        ...(isTwice ? ['spec: minAvailable and maxUnavailable cannot be both set'] : []),
      ];
    }
    default:
      return problems;
  }
}

const NAME = /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;
const LABEL_KEY = /^([a-z0-9][-a-z0-9.]*\/)?[A-Za-z0-9]([-\w.]{0,61}[A-Za-z0-9])?$/;
const LABEL_VALUE = /^([A-Za-z0-9]([-\w.]{0,61}[A-Za-z0-9])?)?$/;
const PORT_NAME = /^(?=.{1,15}$)(?=.*[a-z])[a-z0-9]+(-[a-z0-9]+)*$/;

const nameProblems = ({ name = '' }: ObjectMeta): readonly string[] =>
  NAME.test(name) ? [] : [`metadata.name: "${name}" is no lowercase RFC 1123 subdomain`];

const labelProblems = (field: string, { labels = {} }: ObjectMeta): readonly string[] =>
  Object.entries(labels)
    .filter(([key, value]) => !LABEL_KEY.test(key) || !LABEL_VALUE.test(value))
    .map(([key, value]) => `${field}.labels: "${key}: ${value}" is no valid label`);

const boundProblems = (field: string, least: number, most: number): readonly string[] =>
  most < least ? [`${field}: ${most} must be greater than or equal to ${least}`] : [];

function deploymentProblems({ spec }: Deployment): readonly string[] {
  const template = spec?.template ?? {};
  const isChosen = selects(spec?.selector ?? {}, template.metadata?.labels ?? {});
  return [
    ...(isChosen ? [] : ['spec.template.metadata.labels: `selector` does not match `labels`']),
    ...podProblems(template),
  ];
}

function jobProblems({ spec }: Deployment): readonly string[] {
  const template = spec?.template ?? {};
  const ends = ['Never', 'OnFailure'].includes(template.spec?.restartPolicy ?? 'Always');
  return [
    ...(ends ? [] : ['spec.template.spec.restartPolicy: must be "OnFailure" or "Never"']),
    ...podProblems(template),
  ];
}

function podProblems({ metadata = {}, spec }: PodTemplateSpec): readonly string[] {
  const at = 'spec.template.spec';
  const { containers = [], volumes = [], topologySpreadConstraints = [] } = spec ?? {};
  const names = volumes.map(({ name }) => name);
  return [
    ...labelProblems('spec.template.metadata', metadata),
    ...twins(`${at}.volumes`, names),
    ...volumes
      .filter((volume) => Object.keys(volume).length !== 2)
      .map(({ name }) => `${at}.volumes[${name}]: must be of exactly one type`),
    ...twins(
      `${at}.containers`,
      containers.map(({ name }) => name),
    ),
    ...containers.flatMap((each) =>
      containerProblems(`${at}.containers[${each.name}]`, each, names),
    ),
    ...topologySpreadConstraints.flatMap(({ labelSelector, matchLabelKeys = [] }) => {
      const { matchLabels = {}, matchExpressions = [] } = labelSelector ?? {};
      const selected = [...Object.keys(matchLabels), ...matchExpressions.map(({ key }) => key)];
      return matchLabelKeys
        .filter((key) => selected.includes(key) || labelSelector === undefined)
        .map(
          (key) =>
            `${at}.topologySpreadConstraints.matchLabelKeys: "${key}" exists in both matchLabelKeys and labelSelector, or there is no labelSelector`,
        );
    }),
  ];
}

function containerProblems(
  at: string,
  container: Container,
  volumes: readonly string[],
): readonly string[] {
  const { env = [], ports = [], volumeMounts = [], resources } = container;
  const probes = [container.startupProbe, container.livenessProbe, container.readinessProbe];
  const handlers = ['exec', 'grpc', 'httpGet', 'tcpSocket'] as const;
  return [
    ...env
      .filter(({ value, valueFrom }) => value !== undefined && valueFrom !== undefined)
      .map(({ name }) => `${at}.env[${name}]: has both a value and a source`),
    ...ports
      .filter(({ name = '' }) => !PORT_NAME.test(name))
      .map(({ name }) => `${at}.ports: "${name}" is no name of a port`),
    ...twins(
      `${at}.ports`,
      ports.map(({ name }) => name),
    ),
    ...volumeMounts
      .filter(({ name }) => !volumes.includes(name))
      .map(({ name }) => `${at}.volumeMounts: volume "${name}" is not found`),
    ...twins(
      `${at}.volumeMounts`,
      volumeMounts.map(({ mountPath }) => mountPath),
    ),
    ...probes
      .filter((probe) => probe && handlers.filter((each) => probe[each]).length !== 1)
      .map(() => `${at}: a probe must have exactly one handler`),
    ...Object.entries(resources?.requests ?? {})
      .filter(([name, wanted]) => amountOf(wanted) > amountOf(resources?.limits?.[name] ?? wanted))
      .map(
        ([name, wanted]) => `${at}.resources.requests: ${wanted} is more than the ${name} limit`,
      ),
  ];
}

const UNITS: Readonly<Record<string, number>> = { m: 1e-3, Ki: 2 ** 10, Mi: 2 ** 20, Gi: 2 ** 30 };

/** A quantity as a number, in the units that our manifests use. */
function amountOf(quantity: string): number {
  const [, digits, unit = ''] = /^([\d.]+)(m|Ki|Mi|Gi)?$/.exec(quantity) ?? [];
  return Number(digits) * (UNITS[unit] ?? 1);
}

const twins = (field: string, values: readonly unknown[]): readonly string[] =>
  values
    .filter((value, index) => values.indexOf(value) !== index)
    .map((value) => `${field}: "${String(value)}" is there twice`);

/** Volumes that the profile `restricted` of the Pod Security Standards allows, of those that we use. */
const RESTRICTED_VOLUMES = ['name', 'configMap', 'emptyDir', 'persistentVolumeClaim', 'projected'];

/** Why a namespace that enforces the profile `restricted` lets in no such pod. */
export function restrictedProblems(pod: PodSpec): readonly string[] {
  const isOpen = pod.containers.some(({ securityContext = {} }) => {
    const { allowPrivilegeEscalation, capabilities, runAsNonRoot, seccompProfile } = {
      ...pod.securityContext,
      ...securityContext,
    };
    return (
      allowPrivilegeEscalation !== false ||
      capabilities?.drop?.includes('ALL') !== true ||
      capabilities.add !== undefined ||
      runAsNonRoot !== true ||
      seccompProfile?.type !== 'RuntimeDefault'
    );
  });
  const isForeign = (pod.volumes ?? []).some((volume) =>
    Object.keys(volume).some((key) => !RESTRICTED_VOLUMES.includes(key)),
  );
  const isShared = pod.hostNetwork === true || pod.hostPID === true || pod.hostIPC === true;
  return [
    ...(isOpen ? ['a container has more rights than "restricted" allows'] : []),
    ...(isForeign ? ['a volume is of a type that "restricted" does not allow'] : []),
    ...(isShared ? ['the pod shares a namespace of its host'] : []),
  ];
}

/** A kind that the API serves. */
export type Kind = {
  readonly kind: string;
  readonly group: string;
  readonly version: string;
  readonly plural: string;
};

const kind = (apiVersion: string, plural: string, name: string): Kind => {
  const [version = '', group = ''] = apiVersion.split('/').reverse();
  return { kind: name, group, version, plural };
};

export const KINDS: readonly Kind[] = [
  kind('v1', 'namespaces', 'Namespace'),
  kind('v1', 'serviceaccounts', 'ServiceAccount'),
  kind('v1', 'configmaps', 'ConfigMap'),
  kind('v1', 'secrets', 'Secret'),
  kind('v1', 'persistentvolumeclaims', 'PersistentVolumeClaim'),
  kind('v1', 'services', 'Service'),
  kind('v1', 'pods', 'Pod'),
  kind('apps/v1', 'deployments', 'Deployment'),
  kind('batch/v1', 'jobs', 'Job'),
  kind('autoscaling/v2', 'horizontalpodautoscalers', 'HorizontalPodAutoscaler'),
  kind('policy/v1', 'poddisruptionbudgets', 'PodDisruptionBudget'),
  kind('networking.k8s.io/v1', 'ingresses', 'Ingress'),
  kind('networking.k8s.io/v1', 'networkpolicies', 'NetworkPolicy'),
  kind('keda.sh/v1alpha1', 'scaledobjects', 'ScaledObject'),
  kind('keda.sh/v1alpha1', 'triggerauthentications', 'TriggerAuthentication'),
];

export const isNamespaced = ({ kind: name }: Kind): boolean => name !== 'Namespace';
export const apiVersionOf = ({ group, version }: Kind): string =>
  group === '' ? version : `${group}/${version}`;
/** `deployments.apps` */
export const resourceName = ({ plural, group }: Kind): string =>
  group === '' ? plural : `${plural}.${group}`;

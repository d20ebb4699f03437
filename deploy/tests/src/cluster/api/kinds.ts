/** A kind that the API serves. */
export type Kind = {
  readonly kind: string;
  readonly group: string;
  readonly version: string;
  readonly plural: string;
  readonly isNamespaced: boolean;
  /** Strategic merge patches are for kinds that are built in. */
  readonly isCustom: boolean;
};

const builtIn = (group: string, version: string, plural: string, kind: string): Kind => ({
  kind,
  group,
  version,
  plural,
  isNamespaced: kind !== 'Namespace',
  isCustom: false,
});
const custom = (group: string, version: string, plural: string, kind: string): Kind => ({
  ...builtIn(group, version, plural, kind),
  isCustom: true,
});

export const KINDS: readonly Kind[] = [
  builtIn('', 'v1', 'namespaces', 'Namespace'),
  builtIn('', 'v1', 'serviceaccounts', 'ServiceAccount'),
  builtIn('', 'v1', 'configmaps', 'ConfigMap'),
  builtIn('', 'v1', 'secrets', 'Secret'),
  builtIn('', 'v1', 'persistentvolumeclaims', 'PersistentVolumeClaim'),
  builtIn('', 'v1', 'services', 'Service'),
  builtIn('', 'v1', 'pods', 'Pod'),
  builtIn('apps', 'v1', 'deployments', 'Deployment'),
  builtIn('apps', 'v1', 'replicasets', 'ReplicaSet'),
  builtIn('batch', 'v1', 'jobs', 'Job'),
  builtIn('autoscaling', 'v2', 'horizontalpodautoscalers', 'HorizontalPodAutoscaler'),
  builtIn('policy', 'v1', 'poddisruptionbudgets', 'PodDisruptionBudget'),
  builtIn('networking.k8s.io', 'v1', 'ingresses', 'Ingress'),
  builtIn('networking.k8s.io', 'v1', 'networkpolicies', 'NetworkPolicy'),
  custom('keda.sh', 'v1alpha1', 'scaledobjects', 'ScaledObject'),
  custom('keda.sh', 'v1alpha1', 'triggerauthentications', 'TriggerAuthentication'),
];

export const apiVersionOf = ({ group, version }: Kind): string =>
  group === '' ? version : `${group}/${version}`;
/** `deployments.apps` */
export const resourceName = ({ plural, group }: Kind): string =>
  group === '' ? plural : `${plural}.${group}`;
/** `Deployment.apps` */
export const kindName = ({ kind, group }: Kind): string =>
  group === '' ? kind : `${kind}.${group}`;

export function kindNamed(name: string): Kind {
  const found = KINDS.find(({ kind }) => kind === name);
  if (found === undefined) throw new Error(`the API serves no ${name}`);
  return found;
}

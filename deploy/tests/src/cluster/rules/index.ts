import { claimProblems, configMapProblems, secretProblems } from './configuration';
import {
  entriesOf,
  forbidden,
  required,
  textOf,
  treeOf,
  type FieldError,
  type Tree,
} from './field-errors';
import { annotationProblems, labelProblems, named, type NAME_RULES } from './names';
import { ingressProblems, networkPolicyProblems, serviceProblems } from './network';
import { autoscalerProblems, budgetProblems, scaledObjectProblems } from './scaling';
import { deploymentProblems, jobProblems } from './workloads';

type Rules = {
  readonly name: keyof typeof NAME_RULES;
  readonly problemsOf: (object: Tree, before: Tree | undefined) => readonly FieldError[];
  readonly isClusterWide?: boolean;
};

/** What the API server holds an object of each kind that we use to. */
const RULES: Readonly<Record<string, Rules>> = {
  Namespace: { name: 'label', problemsOf: () => [], isClusterWide: true },
  ServiceAccount: { name: 'subdomain', problemsOf: () => [] },
  ConfigMap: { name: 'subdomain', problemsOf: configMapProblems },
  Secret: { name: 'subdomain', problemsOf: secretProblems },
  PersistentVolumeClaim: { name: 'subdomain', problemsOf: claimProblems },
  Service: { name: 'service', problemsOf: serviceProblems },
  Deployment: { name: 'subdomain', problemsOf: deploymentProblems },
  Job: { name: 'subdomain', problemsOf: jobProblems },
  HorizontalPodAutoscaler: { name: 'subdomain', problemsOf: autoscalerProblems },
  PodDisruptionBudget: { name: 'subdomain', problemsOf: budgetProblems },
  Ingress: { name: 'subdomain', problemsOf: ingressProblems },
  NetworkPolicy: { name: 'subdomain', problemsOf: networkPolicyProblems },
  ScaledObject: { name: 'subdomain', problemsOf: scaledObjectProblems },
  TriggerAuthentication: { name: 'subdomain', problemsOf: () => [] },
};

/**
 * Why the API server would refuse an object that has the form of its kind: rules that no schema says. `before`
 * is what is stored of it, where there is something.
 */
export function semanticProblems(object: Tree, before?: Tree): readonly FieldError[] {
  const rules = RULES[textOf(object['kind'])];
  if (rules === undefined) return [];
  return [...metadataProblems(object, rules), ...rules.problemsOf(object, before)];
}

function metadataProblems({ metadata }: Tree, rules: Rules): readonly FieldError[] {
  const { name, namespace, labels, annotations } = treeOf(metadata);
  const errors: FieldError[] = [];
  if (textOf(name) === '')
    errors.push(required('metadata.name', 'name or generateName is required'));
  else errors.push(...named('metadata.name', textOf(name), rules.name));
  if (rules.isClusterWide === true) {
    if (namespace !== undefined)
      errors.push(forbidden('metadata.namespace', 'not allowed on this type'));
  } else if (textOf(namespace) === '') errors.push(required('metadata.namespace'));
  else errors.push(...named('metadata.namespace', textOf(namespace), 'label'));
  errors.push(
    ...labelProblems('metadata.labels', entriesOf(labels)),
    ...annotationProblems('metadata.annotations', entriesOf(annotations)),
  );
  return errors;
}

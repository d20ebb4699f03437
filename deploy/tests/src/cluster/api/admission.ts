import { randomUUID } from 'node:crypto';
import { KEDA_SPECS } from '../keda-specs';
import { semanticProblems } from '../rules';
import { entriesOf, isTree, textOf, treeOf, treesOf, type Tree } from '../rules/field-errors';
import { formProblems } from '../structure';
import { apiVersionOf, kindNamed, type Kind } from './kinds';
import { badRequest, invalidObject, notThere } from './refusal';
import type { Store, Stored } from './store';

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/**
 * Everything that stands between a request and what is kept: the form of the kind, unknown fields included, as
 * `fieldValidation=Strict` has it; a namespace that exists; what is filled in; and the rules beyond the form.
 */
export function admitted(
  kind: Kind,
  given: unknown,
  { store, namespace, before }: { store: Store; namespace?: string; before?: Stored },
): Tree {
  if (!isTree(given)) throw badRequest('the object provided is unrecognized');
  const { apiVersion, kind: name } = given;
  if (apiVersion !== apiVersionOf(kind) || name !== kind.kind)
    throw badRequest(
      `the API version in the data (${textOf(apiVersion)}) does not match the expected API version (${apiVersionOf(kind)})`,
    );
  const own = treeOf(given['metadata'])['namespace'];
  if (kind.isNamespaced && own !== undefined && own !== namespace)
    throw badRequest(
      'the namespace of the provided object does not match the namespace sent on the request',
    );
  if (namespace !== undefined && !store.get(kindNamed('Namespace'), undefined, namespace))
    throw notThere(kindNamed('Namespace'), namespace);
  checkForm(kind, given);
  const object = withDefaults(kind, {
    ...given,
    metadata: { ...treeOf(given['metadata']), ...(kind.isNamespaced ? { namespace } : {}) },
  });
  const errors = semanticProblems(object, before);
  if (errors.length > 0)
    throw invalidObject(kind, textOf(treeOf(object['metadata'])['name']), errors);
  return object;
}

function checkForm(kind: Kind, given: Tree): void {
  const cannot = `${kind.kind} in version "${kind.version}" cannot be handled as a ${kind.kind}`;
  if (kind.isCustom) {
    checkCustomForm(kind, given, cannot);
    return;
  }
  const { unknown, wrong } = formProblems(kind.kind, apiVersionOf(kind), given);
  if (wrong.length > 0) throw badRequest(`${cannot}: ${wrong[0]}`);
  if (unknown.length > 0)
    throw badRequest(
      `${cannot}: strict decoding error: ${unknown.map((field) => `unknown field "${field}"`).join(', ')}`,
    );
  for (const [key, value] of kind.kind === 'Secret' ? entriesOf(given['data']) : [])
    // Lines may be broken in it, as kustomize does.
    if (!BASE64.test(textOf(value).replaceAll('\n', '')))
      throw badRequest(`${cannot}: illegal base64 data in data.${key}`);
}

function checkCustomForm(kind: Kind, given: Tree, cannot: string): void {
  const result = KEDA_SPECS[kind.kind]?.safeParse(given['spec']);
  const issues = result?.error?.issues ?? [];
  const fieldOf = ({ path }: (typeof issues)[number]) => ['spec', ...path].join('.');
  for (const issue of issues)
    if (issue.code === 'unrecognized_keys')
      throw badRequest(
        `${cannot}: strict decoding error: unknown field "${fieldOf(issue)}.${issue.keys[0]}"`,
      );
  for (const issue of issues) {
    const field = fieldOf(issue);
    throw invalidObject(kind, textOf(treeOf(given['metadata'])['name']), [
      { field, reason: 'FieldValueInvalid', message: `Invalid value: ${issue.message}` },
    ]);
  }
}

/** What the API fills in, as far as somebody here reads it. */
function withDefaults(kind: Kind, object: Tree): Tree {
  const spec = treeOf(object['spec']);
  switch (kind.kind) {
    case 'Deployment':
      return { ...object, spec: { replicas: 1, progressDeadlineSeconds: 600, ...spec } };
    case 'Job':
      return { ...object, spec: jobSpec(object, spec) };
    case 'Service':
      return {
        ...object,
        spec: {
          type: 'ClusterIP',
          sessionAffinity: 'None',
          clusterIP: '10.96.0.1',
          ...spec,
          ports: treesOf(spec['ports']).map((port) => ({ protocol: 'TCP', ...port })),
        },
      };
    case 'Namespace':
      return {
        ...object,
        metadata: {
          ...treeOf(object['metadata']),
          labels: {
            ...treeOf(treeOf(object['metadata'])['labels']),
            'kubernetes.io/metadata.name': treeOf(object['metadata'])['name'],
          },
        },
        status: { phase: 'Active' },
      };
    default:
      return object;
  }
}

/** A job's pods are told apart by labels that it is given when it is made. */
function jobSpec({ metadata }: Tree, spec: Tree): Tree {
  if (spec['selector'] !== undefined) return spec;
  const labels = {
    'batch.kubernetes.io/controller-uid': randomUUID(),
    'batch.kubernetes.io/job-name': treeOf(metadata)['name'],
  };
  const template = treeOf(spec['template']);
  const templateMetadata = treeOf(template['metadata']);
  return {
    parallelism: 1,
    completions: 1,
    backoffLimit: 6,
    ...spec,
    selector: {
      matchLabels: {
        'batch.kubernetes.io/controller-uid': labels['batch.kubernetes.io/controller-uid'],
      },
    },
    template: {
      ...template,
      metadata: {
        ...templateMetadata,
        labels: { ...treeOf(templateMetadata['labels']), ...labels },
      },
    },
  };
}

import { apiVersionOf, isNamespaced, KINDS, type Kind } from './kinds';

const groups = [...new Set(KINDS.map(({ group }) => group))].filter((group) => group !== '');
const versionsOf = (group: string): readonly string[] => [
  ...new Set(KINDS.filter((each) => each.group === group).map(({ version }) => version)),
];

const resourceOf = (each: Kind): object => ({
  name: each.plural,
  singularName: each.kind.toLowerCase(),
  namespaced: isNamespaced(each),
  kind: each.kind,
  verbs: ['create', 'delete', 'get', 'list', 'patch', 'update', 'watch'],
});

/** What the API server says of itself, by address. */
export function discoveryAnswer(path: string): object | undefined {
  if (path === '/version')
    return { major: '1', minor: '31', gitVersion: 'v1.31.0', platform: 'linux/amd64' };
  if (path === '/api') return { kind: 'APIVersions', versions: ['v1'] };
  if (path === '/apis')
    return {
      kind: 'APIGroupList',
      apiVersion: 'v1',
      groups: groups.map((name) => {
        const versions = versionsOf(name).map((version) => ({
          groupVersion: `${name}/${version}`,
          version,
        }));
        return { name, versions, preferredVersion: versions[0] };
      }),
    };
  if (path === '/openapi/v3')
    return {
      paths: Object.fromEntries(
        [...new Set(KINDS.map(addressOf))].map((address) => [
          address.slice(1),
          { serverRelativeURL: `/openapi/v3${address}?hash=1` },
        ]),
      ),
    };
  const described = KINDS.filter((each) => `/openapi/v3${addressOf(each)}` === path);
  if (described.length > 0) return openApi(described);
  const served = KINDS.filter((each) => addressOf(each) === path);
  if (served.length === 0) return undefined;
  return {
    kind: 'APIResourceList',
    apiVersion: 'v1',
    groupVersion: apiVersionOf(served[0] as Kind),
    resources: served.map(resourceOf),
  };
}

const addressOf = (kind: Kind): string =>
  kind.group === '' ? `/api/${kind.version}` : `/apis/${kind.group}/${kind.version}`;

/** By these parameters kubectl learns that the server itself refuses unknown fields. */
function openApi(kinds: readonly Kind[]): object {
  const paths = kinds.map((each) => [
    `${addressOf(each)}${isNamespaced(each) ? '/namespaces/{namespace}' : ''}/${each.plural}/{name}`,
    {
      patch: {
        operationId: `patch${each.kind}`,
        parameters: [
          { name: 'dryRun', in: 'query', schema: { type: 'string' } },
          { name: 'fieldValidation', in: 'query', schema: { type: 'string' } },
        ],
        requestBody: { content: { 'application/merge-patch+json': { schema: {} } } },
        responses: {},
        'x-kubernetes-action': 'patch',
        'x-kubernetes-group-version-kind': {
          group: each.group,
          version: each.version,
          kind: each.kind,
        },
      },
    },
  ]);
  return {
    openapi: '3.0.0',
    info: { title: 'Kubernetes', version: 'v1.31.0' },
    paths: Object.fromEntries(paths) as object,
  };
}

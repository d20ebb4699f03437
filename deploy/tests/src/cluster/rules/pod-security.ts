import { textOf, textsOf, treeOf, treesOf, type Tree } from './field-errors';

/** Volumes that the profile `restricted` of the Pod Security Standards allows. */
const VOLUMES = new Set([
  'configMap',
  'csi',
  'downwardAPI',
  'emptyDir',
  'ephemeral',
  'persistentVolumeClaim',
  'projected',
  'secret',
]);

/** Why a namespace that enforces `restricted` refuses a pod, in the words of the admission controller. */
export function restrictedViolations(spec: Tree): readonly string[] {
  const pod = treeOf(spec['securityContext']);
  const containers = [...treesOf(spec['initContainers']), ...treesOf(spec['containers'])];
  const failing = (isFine: (context: Tree) => boolean): readonly string[] =>
    containers
      .filter((each) => !isFine(treeOf(each['securityContext'])))
      .map(({ name }) => textOf(name));
  const violations: string[] = [];
  const tell = (check: string, names: readonly string[], wanted: string): void => {
    if (names.length > 0)
      violations.push(`${check} (container "${names.join('", "')}" must set ${wanted})`);
  };
  tell(
    'allowPrivilegeEscalation != false',
    failing(({ allowPrivilegeEscalation }) => allowPrivilegeEscalation === false),
    'securityContext.allowPrivilegeEscalation=false',
  );
  tell(
    'unrestricted capabilities',
    failing(({ capabilities }) => {
      const { drop, add } = treeOf(capabilities);
      return (
        textsOf(drop).includes('ALL') && textsOf(add).every((each) => each === 'NET_BIND_SERVICE')
      );
    }),
    'securityContext.capabilities.drop=["ALL"]',
  );
  tell(
    'runAsNonRoot != true',
    failing(({ runAsNonRoot = pod['runAsNonRoot'] }) => runAsNonRoot === true),
    'securityContext.runAsNonRoot=true',
  );
  tell(
    'runAsUser=0',
    failing(({ runAsUser = pod['runAsUser'] }) => runAsUser !== 0),
    'securityContext.runAsUser to another user than 0',
  );
  tell(
    'seccompProfile',
    failing(({ seccompProfile = pod['seccompProfile'] }) =>
      ['RuntimeDefault', 'Localhost'].includes(textOf(treeOf(seccompProfile)['type'])),
    ),
    'securityContext.seccompProfile.type to "RuntimeDefault" or "Localhost"',
  );
  for (const volume of treesOf(spec['volumes'])) {
    const kind = Object.keys(volume).find((key) => key !== 'name') ?? '';
    if (!VOLUMES.has(kind))
      violations.push(
        `restricted volume types (volume "${textOf(volume['name'])}" uses restricted volume type "${kind}")`,
      );
  }
  for (const shared of ['hostNetwork', 'hostPID', 'hostIPC'])
    if (spec[shared] === true) violations.push(`host namespaces (${shared}=true)`);
  return violations;
}

import type { Tree } from './field-errors';
import { restrictedViolations } from './pod-security';
import { soundObject, type Broken } from './refusing';

describe('a namespace of restricted pods', () => {
  const restricted = (): Broken => soundObject('Deployment').spec.template.spec;

  it('lets ours pass', () => {
    expect(restrictedViolations(restricted() as Tree)).toEqual([]);
  });

  it.each<readonly [string, (spec: Broken) => void]>([
    [
      'allowPrivilegeEscalation != false (container "service" must set securityContext.allowPrivilegeEscalation=false)',
      (spec) => delete spec.containers[0].securityContext.allowPrivilegeEscalation,
    ],
    [
      'unrestricted capabilities (container "service" must set securityContext.capabilities.drop=["ALL"])',
      (spec) => delete spec.containers[0].securityContext.capabilities,
    ],
    [
      'runAsNonRoot != true (container "service" must set securityContext.runAsNonRoot=true)',
      (spec) => delete spec.securityContext.runAsNonRoot,
    ],
    [
      'runAsUser=0 (container "service" must set securityContext.runAsUser to another user than 0)',
      (spec) => (spec.containers[0].securityContext.runAsUser = 0),
    ],
    [
      'seccompProfile (container "service" must set securityContext.seccompProfile.type to "RuntimeDefault" or "Localhost")',
      (spec) => delete spec.securityContext.seccompProfile,
    ],
    [
      'restricted volume types (volume "host" uses restricted volume type "hostPath")',
      (spec) => spec.volumes.push({ name: 'host', hostPath: { path: '/' } }),
    ],
    ['host namespaces (hostNetwork=true)', (spec) => (spec.hostNetwork = true)],
  ])('refuses one with %s', (violation, breakIt) => {
    const spec = restricted();
    breakIt(spec);
    expect(restrictedViolations(spec as Tree)).toEqual([violation]);
  });
});

import path from 'node:path';
import { ENVIRONMENTS, KUBERNETES, OVERLAYS } from './overlays';
import { formProblems } from './api-types';
import { idOf, Manifest, render } from './kustomize';
import { podsOf } from './pods';
import { restrictedProblems, ruleProblems } from './rules';

// Programs of their own and large descriptions: slow on a busy machine.
jest.setTimeout(120_000);

const overlay = (name: string) => render(path.join(KUBERNETES, 'overlays', name));

describe('the manifests', () => {
  it('are of the form that the API of Kubernetes describes', () => {
    expect(formProblems(ENVIRONMENTS.flatMap(overlay))).toEqual([]);
  });

  it.each(OVERLAYS)('keep the rules that the API server has beyond any form: %s', (name) => {
    const manifests = overlay(name);
    const problems = [
      ...manifests.map((each) => [idOf(each), ...ruleProblems(each)]),
      ...podsOf(manifests).map(({ id, spec }) => [id, ...restrictedProblems(spec)]),
    ];
    expect(problems.filter(([, ...found]) => found.length > 0)).toEqual([]);
  });

  it('would be refused with a misspelt field, a wrong type, a missing one or an unknown kind', () => {
    let text = JSON.stringify(overlay('staging/campaign'));
    const breaks = [
      ['"runAsNonRoot":true', '"runAsNonroot":true'],
      ['"cpu":"1"', '"cpu":1'],
      ['"selector":', '"selectors":'],
      ['"autoscaling/v2"', '"autoscaling/v2beta2"'],
      ['"listName"', '"list"'],
    ] as const;
    for (const [sound, broken] of breaks) text = text.replaceAll(sound, broken);
    const problems = formProblems(Manifest.array().parse(JSON.parse(text))).join('\n');
    for (const named of ['runAsNonroot', "'number'", 'selectors', 'HorizontalPod', 'listName'])
      expect(problems).toContain(named);
  });

  it.each([
    ['a name of capitals', '"name":"campaign"', '"name":"Campaign"', 'no lowercase RFC 1123'],
    ['a label with a space', 'component":"api"', 'component":"the api"', 'no valid label'],
    ['a selector of other pods', '"matchLabels":{', '"matchLabels":{"app":"x",', 'does not match'],
    ['a key in selector and keys', '"pod-template-hash"', '"app.kubernetes.io/component"', 'both'],
    ['a mount of no volume', '{"name":"tmp","mountPath"', '{"name":"t","mountPath"', 'not found'],
    ['two mounts at one place', '"/run/secrets"', '"/tmp"', '"/tmp" is there twice'],
    ['a volume of two types', '"emptyDir":', '"configMap":{},"emptyDir":', 'exactly one type'],
    ['a volume twice', '"name":"tmp"', '"name":"secrets"', '"secrets" is there twice'],
    ['a long port name', '"name":"http",', '"name":"http-of-the-campaigns",', 'no name of a port'],
    ['a setting of two values', '"valueFrom"', '"value":"1","valueFrom"', 'a value and a source'],
    ['a probe of two handlers', '"httpGet"', '"exec":{},"httpGet"', 'exactly one handler'],
    ['too much memory', '"memory":"192Mi"', '"memory":"1Gi"', '1Gi is more than the memory limit'],
    ['too much processor', '"cpu":"100m"', '"cpu":"1100m"', '1100m is more than the cpu limit'],
    ['a job that never ends', '"restartPolicy":"Never",', '', 'must be "OnFailure" or "Never"'],
    ['bounds of an API', '"maxReplicas":', '"maxReplicas":0,"was":', 'spec.maxReplicas: 0 must be'],
    ['bounds of a worker', '"maxReplicaCount":', '"maxReplicaCount":0,"was":', 'ReplicaCount: 0'],
    ['two budgets', '"maxUnavailable":1', '"maxUnavailable":1,"minAvailable":1', 'both set'],
    ['root', '"runAsNonRoot":true', '"runAsNonRoot":false', 'more rights'],
    ['a folder of the host', '"emptyDir":', '"hostPath":{},"was":', 'a type that "restricted"'],
    ['the network of the host', '"containers":', '"hostNetwork":true,"containers":', 'shares'],
  ])('would be refused with %s', (_, sound, broken, expected) => {
    const text = JSON.stringify(overlay('staging/campaign')).replaceAll(sound, broken);
    const manifests = Manifest.array().parse(JSON.parse(text));
    const problems = [
      ...manifests.flatMap(ruleProblems),
      ...podsOf(manifests).flatMap(({ spec }) => restrictedProblems(spec)),
    ];
    expect(problems.join('\n')).toContain(expected);
  });
});

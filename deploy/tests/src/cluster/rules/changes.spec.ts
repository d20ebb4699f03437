import { semanticProblems } from '.';
import { summaryOf, type Tree } from './field-errors';
import { soundObject, type Broken } from './refusing';
import { SOUND } from './sound-objects';

describe('the rules of the API server', () => {
  it.each(Object.keys(SOUND))('let a sound %s pass', (kind) => {
    expect(semanticProblems(soundObject(kind) as Tree)).toEqual([]);
  });

  const CHANGES: readonly (readonly [string, string, (object: Broken) => void, string])[] = [
    [
      'Deployment',
      'another selector',
      (it) => {
        it.spec.selector = { matchLabels: { app: 'other' } };
        it.spec.template.metadata.labels = { app: 'other' };
      },
      'spec.selector: Invalid value: {"matchLabels":{"app":"other"}}: field is immutable',
    ],
    [
      'Job',
      'another template',
      (it) => (it.spec.template.spec.containers[0].image = 'tomekeeper/campaign:2'),
      'spec.template: Invalid value: ',
    ],
    ['Job', 'another number of runs', (it) => (it.spec.completions = 2), 'spec.completions'],
    [
      'PersistentVolumeClaim',
      'another class',
      (it) => (it.spec.storageClassName = 'nfs'),
      'spec: Forbidden: spec is immutable after creation except resources.requests',
    ],
    [
      'Secret',
      'another type',
      (it) => (it.type = 'kubernetes.io/tls'),
      'type: Invalid value: "kubernetes.io/tls": field is immutable',
    ],
    [
      'Service',
      'another address',
      (it) => (it.spec.clusterIP = '10.0.0.9'),
      'spec.clusterIP: Invalid value: "10.0.0.9": field is immutable',
    ],
  ];

  it.each(CHANGES)('refuse a %s to become one with %s', (kind, _, change, said) => {
    const before = soundObject(kind);
    if (kind === 'Service') before.spec.clusterIP = '10.0.0.1';
    const after = structuredClone(before);
    change(after);
    expect(summaryOf(semanticProblems(after as Tree, before as Tree))).toContain(said);
    expect(semanticProblems(before as Tree, before as Tree)).toEqual([]);
  });

  it('keep a ConfigMap as it is that says so', () => {
    const before = { ...soundObject('ConfigMap'), immutable: true };
    const after = { ...before, data: { PUBLIC_URL: 'https://other.example.org' } };
    expect(summaryOf(semanticProblems(after, before))).toBe(
      'data: Forbidden: field is immutable when `immutable` is set',
    );
  });

  it('let a claim grow', () => {
    const before = soundObject('PersistentVolumeClaim');
    const after = structuredClone(before);
    after.spec.resources.requests.storage = '2Gi';
    expect(semanticProblems(after as Tree, before as Tree)).toEqual([]);
  });

  it('tell every fault of an object at once', () => {
    const object = soundObject('Service');
    object.metadata.name = '1st';
    object.spec.ports[0].port = 0;
    expect(summaryOf(semanticProblems(object as Tree))).toMatch(/^\[metadata.name: .*, spec.ports/);
  });
});

import path from 'node:path';
import { ENVIRONMENTS, KUBERNETES } from './overlays';
import { formProblems } from './api-types';
import { Manifest, render } from './kustomize';

// Child processes and large schemas are slow on a loaded machine.

const overlay = (name: string) => render(path.join(KUBERNETES, 'overlays', name));

describe('the manifests', () => {
  it('are of the form that the API of Kubernetes describes', () => {
    expect(formProblems(ENVIRONMENTS.flatMap(overlay))).toEqual([]);
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
});

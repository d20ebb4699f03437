import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { parseAllDocuments } from 'yaml';
import { idOf, Manifest, render } from './kustomize';
import { KUBERNETES, OVERLAYS } from './overlays';
import { canonical } from './strategic-merge';

// Child processes and large schemas are slow on a loaded machine.

const byId = (manifests: readonly Manifest[]) =>
  Object.fromEntries(manifests.map((each) => [idOf(each), canonical(each)]));

// Requires kubectl on the PATH. Proves that the substitute in the regular tests is equivalent.
describe('our rendering of the overlays', () => {
  it.each(OVERLAYS)('is that of kubectl kustomize: %s', (overlay) => {
    const folder = path.join(KUBERNETES, 'overlays', overlay);
    const { stdout, stderr, error } = spawnSync('kubectl', ['kustomize', folder], {
      encoding: 'utf8',
    });
    expect({ stderr, error }).toEqual({ stderr: '', error: undefined });
    const documents = parseAllDocuments(stdout, { version: '1.1' });
    const theirs = documents.map((document) => Manifest.parse(document.toJS()));
    expect(byId(render(folder))).toEqual(byId(theirs));
  });
});

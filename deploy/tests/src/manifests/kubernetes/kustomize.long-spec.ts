import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { parseAllDocuments } from 'yaml';
import { idOf, Manifest, render } from './kustomize';
import { KUBERNETES, OVERLAYS } from './overlays';
import { canonical } from './strategic-merge';

// Programs of their own and large descriptions: slow on a busy machine.
jest.setTimeout(120_000);

const byId = (manifests: readonly Manifest[]) =>
  Object.fromEntries(manifests.map((each) => [idOf(each), canonical(each)]));

// Needs kubectl on the PATH, which the tests of every run stand in for: this shows that they may.
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

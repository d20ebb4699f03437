import type { Project } from '@tomekeeper/installation';
import { affectedBy } from './affected';

const project = (name: string, dependencies: string[] = []): Project => ({
  name,
  folder: `/${name}`,
  tags: [],
  dependencies,
});

it('follows dependencies however many steps they go', () => {
  const contract = project('contract');
  const all = [
    project('campaign', ['kit']),
    contract,
    project('kit', ['contract']),
    project('mailing', ['elsewhere']),
  ];
  expect(affectedBy(contract, all).map(({ name }) => name)).toEqual([
    'campaign',
    'contract',
    'kit',
  ]);
});

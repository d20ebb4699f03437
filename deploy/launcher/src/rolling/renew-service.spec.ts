import type { Group } from '../product/product';
import type { Supervisor } from '../supervision/supervisor';
import { renewService } from './renew-service';

/** Records the steps of renewing a service with these groups of processes. */
async function renewed(name: string, groups: readonly string[]): Promise<string[]> {
  const happened: string[] = [];
  const note = async (what: string) => void happened.push(what);
  await renewService(name, {
    product: {
      groups: () =>
        groups.map((group): Group => ({
          name: group,
          processes: [group],
          spare: { name: `${group}-spare`, start: () => Promise.reject(new Error('not here')) },
          isSpareKnown: async () => true,
        })),
      migrate: (_url, services = []) => note(`migrate ${services.join()}`),
    },
    supervisor: {
      stateOf: () => 'running',
      add: ({ name: part }: { name: string }) => note(`start ${part}`),
      renew: (part: string) => note(`renew ${part}`),
      remove: (part: string) => note(`end ${part}`),
    } as unknown as Supervisor,
    adminUrl: '',
    tell: () => undefined,
  });
  return happened;
}

it('brings the database of a service up to date before its processes', async () => {
  expect((await renewed('campaign', ['campaign']))[0]).toBe('migrate campaign');
});

it('renews the model, which has no database, once a spare one has loaded it', async () => {
  expect(await renewed('search-model', ['search-model'])).toEqual([
    'end search-model-spare',
    'start search-model-spare',
    'renew search-model',
    'end search-model-spare',
  ]);
});

it.each([
  ['search-model', /EMBEDDINGS_URL/],
  ['campaign-worker', /inside its service: npm run roll -- campaign/],
  ['dragon', /no service 'dragon'/],
])('explains why %s can not be restarted', async (name, why) => {
  await expect(renewed(name, [])).rejects.toThrow(why);
});

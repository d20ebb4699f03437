import { PARTY_CLASS as PARTY } from '@tomekeeper/visibility';
import { startSearchApp, type SearchApp } from '../search-app';
import { differences } from './comparisons';
import { CANARIES, writeWorlds, type TwoWorlds } from './worlds';

/** Compares worlds with and without secrets. @param reads the provider of embeddings */
export function describeWorlds(reads: 'own' | 'outside', seeds: readonly number[]): void {
  describe(`where the model is ${reads === 'own' ? 'our own process' : 'a service of others'}`, () => {
    let service: SearchApp;
    beforeAll(async () => {
      service = await startSearchApp(reads);
    });
    afterAll(() => service?.stop());

    it.each(seeds)(
      'tells players the same, byte for byte, whatever is hidden from them (%i)',
      async (seed) => expectEqual(service, await newWorlds(service, seed)),
    );
  });
}

export async function newWorlds(service: SearchApp, seed: number): Promise<TwoWorlds> {
  return writeWorlds(service, await service.joinGmAndPlayer(), seed);
}

/** The property itself, and that it says something of these worlds. */
export async function expectEqual(service: SearchApp, worlds: TwoWorlds): Promise<void> {
  expect(await differences(service, worlds)).toEqual([]);
  // Checks that the worlds differ: the GM finds hidden names.
  const found = await Promise.all(
    CANARIES.map(async (name) => {
      const url = `/api/search/?campaign=${worlds.withSecrets}&q=${name}`;
      const { body } = await service.callUntilReady('GET', url, { as: worlds.gm });
      return body.hits.length;
    }),
  );
  expect(Math.max(...found)).toBeGreaterThan(0);
  // Checks the separation of GM-only tables.
  const rows = await service.uow.query<{ text: string }>(
    `SELECT word AS text FROM player_spelling WHERE class = '${PARTY}'
      UNION SELECT text FROM player_passage WHERE class = '${PARTY}'
      UNION SELECT title FROM player_title WHERE class = '${PARTY}'`,
  );
  const canaries = new RegExp(CANARIES.join('|'), 'i');
  expect(rows.filter(({ text }) => canaries.test(text))).toEqual([]);
}

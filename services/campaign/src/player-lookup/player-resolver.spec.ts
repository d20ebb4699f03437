import { randomUUID } from 'node:crypto';
import type { PeopleDirectory } from './people-directory';
import type { EmailLookups } from './email-lookups';
import { PlayerResolver } from './player-resolver';

const [ASKER, ADA, BOB, EVE] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];

/** Fakes an identity service that knows Ada and Bob and records requests. */
function resolver() {
  const calls: unknown[] = [];
  const people = {
    known: async (ids: readonly string[]) => {
      calls.push(ids);
      return ids.filter((id) => id === ADA || id === BOB);
    },
    withEmail: async (email: string) => {
      calls.push(email);
      return email === 'ada@example.org' ? ADA : undefined;
    },
  };
  const lookups = {
    count: async (person: string, addresses: number) => void calls.push([person, addresses]),
  };
  return {
    calls,
    resolve: (named: readonly string[], members: readonly string[] = []) =>
      new PlayerResolver(people as unknown as PeopleDirectory, lookups as unknown as EmailLookups, {
        PUBLIC_URL: 'https://tomes.example',
      }).resolve(ASKER, named, members),
  };
}

describe('players named by a game master', () => {
  it('are their ids, each once, in the order in which they were named', async () => {
    const { resolve, calls } = resolver();
    expect(await resolve([BOB, 'Ada@example.org', ADA.toUpperCase(), BOB])).toEqual([BOB, ADA]);
    expect(calls).toEqual([[ASKER, 1], [BOB, ADA], 'ada@example.org']);
  });

  it('are not asked about where they are at the table, even if identity knows them no more', async () => {
    const { resolve, calls } = resolver();
    expect(await resolve([EVE, ADA], [EVE])).toEqual([EVE, ADA]);
    expect(calls).toEqual([[ASKER, 0], [ADA]]);
  });

  it('count as one address when it is named twice', async () => {
    const { resolve, calls } = resolver();
    await resolve(['ada@example.org', 'ADA@example.org']);
    expect(calls[0]).toEqual([ASKER, 1]);
  });

  it('are rejected by name if malformed, before the identity service is called', async () => {
    const { resolve, calls } = resolver();
    await expect(resolve([ADA, 'the bard'])).rejects.toMatchObject({
      message: expect.stringContaining('the bard'),
    });
    expect(calls).toEqual([]);
  });

  it('are rejected by name if unknown', async () => {
    const { resolve } = resolver();
    await expect(resolve([ADA, EVE])).rejects.toMatchObject({
      message: expect.stringContaining(EVE),
    });
    await expect(resolve(['eve@example.org'])).rejects.toMatchObject({
      message: expect.stringContaining('eve@example.org'),
    });
  });
});

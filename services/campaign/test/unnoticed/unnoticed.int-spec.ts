import path from 'node:path';
import { expectToldTheSame, startBrokenBuild, type BrokenBuild } from '@tomekeeper/testing';
import type * as CampaignAppModule from '../campaign-app';
import type { CampaignApp } from '../campaign-app';
import { HINTS, MUTANTS } from './mutants';
import { playerQuestions } from './player-questions';
import { CANARY, playWorlds, type World } from './worlds';

const random = [/\w+\.[0-9a-f]{8}@/];

/** Actions of GMs with invites and offers do not change any response to uninvolved players. */
describe('a player', () => {
  let broken: BrokenBuild<CampaignApp>;
  let worlds: [World, World] | undefined;
  const played = async () => (worlds ??= await playWorlds(broken.service));

  beforeAll(async () => {
    broken = await startBrokenBuild(path.resolve(__dirname, '../../src'), MUTANTS, () =>
      jest.requireActual<typeof CampaignAppModule>('../campaign-app').startCampaignApp(),
    );
  });
  afterEach(() => broken.breakBy(undefined));
  afterAll(() => broken?.service.stop());

  const haveEqualAnswers = async ([left, right]: [World, World], only?: string) => {
    const ofBoth = [left, right].map((world) => playerQuestions(broken.service, world));
    const told = await expectToldTheSame([ofBoth[0]!, ofBoth[1]!], { only, random });
    expect(told).not.toContain(CANARY);
  };
  const haveEqualHints = (both: [World, World]) => {
    const [left, right] = both.map(({ campaign, player }) =>
      broken.service.hints
        .filter((hint) => hint.campaign === campaign)
        .filter(
          ({ to }) =>
            to === 'party' ||
            (typeof to === 'object' && 'people' in to && to.people.includes(player.id)),
        )
        .map(({ kind }) => kind),
    );
    expect(left).toEqual(right);
  };

  // A test that can not fail shows nothing. Of the questions those alone that show it: where a part differs, the whole does.
  it.each(MUTANTS)('would notice that $name', async (mutant) => {
    if (mutant.shownBy === HINTS) {
      broken.breakBy(mutant);
      const own = await playWorlds(broken.service);
      expect(() => haveEqualHints(own)).toThrow('expect(');
      return;
    }
    const asked = await played();
    broken.breakBy(mutant);
    await expect(haveEqualAnswers(asked, mutant.shownBy)).rejects.toThrow('expect(');
    // Changes that a mutant allows would affect the next mutant.
    if (!mutant.shownBy.startsWith('GET ')) worlds = undefined;
  });

  it('notices nothing of invites and offers, in the worlds of before', async () => {
    await haveEqualAnswers(await played());
    haveEqualHints(await played());
  });
});

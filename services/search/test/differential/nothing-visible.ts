import type { SearchApp } from '../search-app';
import { CALL_NAMES, prepare, sendWithModel } from './requests';
import { CANARIES, type TwoWorlds } from './worlds';

/** A campaign in which all there is is hidden, and one in which nothing was ever written. */
export async function campaignsWithoutVisibleText(
  service: SearchApp,
  { gm, player }: Pick<TwoWorlds, 'gm' | 'player'>,
): Promise<{ withSecrets: string; without: string; end: () => void }> {
  const [withSecrets, without] = [
    service.campaignOf({ gm, player }),
    service.campaignOf({ gm, player }),
  ];
  for (const { id } of [withSecrets, without]) service.allowModels(id, true);
  const lines = ['# The castle', `The dragon of ${CANARIES[0]} sleeps below the castle.`];
  withSecrets.written.add({ name: CANARIES[1] ?? '', spoilers: true, lines });
  await service.indexer.catchUp(withSecrets.id);
  await service.embedAll();
  const both = [withSecrets.id, without.id];
  return {
    withSecrets: withSecrets.id,
    without: without.id,
    end: () => both.forEach((campaign) => service.end(campaign)),
  };
}

/** To a player, a campaign in which all is hidden is one in which nothing was ever written. */
export async function* nothingVisible(
  service: SearchApp,
  worlds: TwoWorlds,
): AsyncGenerator<string, void> {
  const { withSecrets, without, end } = await campaignsWithoutVisibleText(service, worlds);
  const own = { as: worlds.player };
  try {
    for (const call of CALL_NAMES) {
      for (const campaign of [withSecrets, without]) prepare(service, campaign, call);
      for (const probe of [CANARIES[0] ?? '', 'dargon', 'Where does the dragon sleep?']) {
        const one = await sendWithModel(service, own, withSecrets, call, probe);
        const other = await sendWithModel(service, own, without, call, probe);
        if (one.told !== other.told)
          yield `${call} ${probe}, nothing seen\n  hidden  ${one.told}\n  nothing ${other.told}`;
      }
    }
  } finally {
    end();
  }
}

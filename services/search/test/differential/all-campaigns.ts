import type { SearchApp } from '../search-app';
import { campaignsWithoutVisibleText } from './nothing-visible';
import { sendToAllCampaigns } from './requests';
import type { TwoWorlds } from './worlds';

/** Text of a campaign that the player owns. */
const OWN = ['The dragon of my own sleeps.', 'The wizzard wakes.'];

/** Searches of all campaigns give equal responses, with and without hidden text in some of them. */
export async function* allCampaigns(
  service: SearchApp,
  worlds: TwoWorlds,
): AsyncGenerator<string, void> {
  const { player, probes } = worlds;
  const own = service.campaign([[player, 'owner']]);
  own.written.add({ name: 'Own', lines: OWN });
  const nothing = await campaignsWithoutVisibleText(service, worlds);
  const all = [worlds.withSecrets, worlds.without, nothing.withSecrets, nothing.without];
  for (const campaign of all) service.leave(campaign, player);
  /** Responses with these campaigns as the only played ones. */
  const told = async (probe: string, ...played: string[]) => {
    for (const campaign of played) service.join(campaign, player, 'player');
    try {
      return await sendToAllCampaigns(service, { as: player }, probe);
    } finally {
      for (const campaign of played) service.leave(campaign, player);
    }
  };
  let isMeant = false;
  try {
    for (const probe of [...probes, 'nowhere "to be found"', 'wizzerd dragan'])
      for (const [hiding, not] of [
        [[worlds.withSecrets], [worlds.without]],
        [[nothing.withSecrets], [nothing.without]],
        [
          [worlds.withSecrets, nothing.withSecrets],
          [worlds.without, nothing.without],
        ],
      ] as const) {
        const [one, other] = [await told(probe, ...hiding), await told(probe, ...not)];
        isMeant ||= one.includes('did_you_mean');
        if (one !== other) yield `everywhere ${probe}\n  with    ${one}\n  without ${other}`;
      }
  } finally {
    for (const campaign of all) service.join(campaign, player, 'player');
    nothing.end();
    service.end(own.id);
  }
  if (!isMeant) throw new Error('Nothing was corrected in several campaigns: nothing is shown.');
}

import type { SearchApp } from '../search-app';
import { twoOfNothing } from './nothing-seen';
import { tellEverywhere } from './tell';
import type { TwoWorlds } from './worlds';

/** Of a campaign that they own: what is there is found beside the rest. */
const OWN = ['The dragon of my own sleeps.', 'The wizzard wakes.'];

/** Who looks in all of their campaigns is told the same, whether one of them hides anything or not. */
export async function* everywhere(
  service: SearchApp,
  worlds: TwoWorlds,
): AsyncGenerator<string, void> {
  const { player, probes } = worlds;
  const own = service.campaign([[player, 'owner']]);
  own.written.add({ name: 'Own', lines: OWN });
  const nothing = await twoOfNothing(service, worlds);
  const all = [worlds.withSecrets, worlds.without, nothing.withSecrets, nothing.without];
  for (const campaign of all) service.leave(campaign, player);
  /** As a player of their own campaign and of these alone. */
  const told = async (probe: string, ...played: string[]) => {
    for (const campaign of played) service.join(campaign, player, 'player');
    try {
      return await tellEverywhere(service, { as: player }, probe);
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

import type { SearchApp } from '../search-app';
import { CALL_NAMES, prepare, sendWithModel } from './requests';
import { SHOWN_TO_PLAYER, type TwoWorlds } from './worlds';

/** View-as gives a GM the response of the player, in both worlds, and the same response of the party in both. */
export async function* viewAs(
  service: SearchApp,
  { withSecrets, without, gm, player, probes }: TwoWorlds,
): AsyncGenerator<string, void> {
  const as = (who: string) => ({ as: gm, headers: { 'x-view-as': who } });
  const [asPlayer, asParty] = [as(player.id), as('party')];
  const asked = [SHOWN_TO_PLAYER.text, ...probes.slice(0, 2), ...probes.slice(-6)];
  let partyDiffers = false;
  let asks = 0;
  for (const call of CALL_NAMES) {
    for (const campaign of [withSecrets, without]) prepare(service, campaign, call);
    for (const probe of call === 'state' ? asked.slice(0, 1) : asked) {
      const told = async (
        ...who: [asker: typeof asPlayer | { as: typeof player }, where: string]
      ) => {
        const { told: text, requests } = await sendWithModel(service, ...who, call, probe);
        asks += requests;
        return text;
      };
      const own = await told({ as: player }, withSecrets);
      const party = await told(asParty, without);
      if (party !== own) partyDiffers = true;
      for (const [eyes, expected, seen] of [
        ['player, with', own, await told(asPlayer, withSecrets)],
        ['player, without', own, await told(asPlayer, without)],
        ['party, with', party, await told(asParty, withSecrets)],
      ])
        if (seen !== expected)
          yield `${call} ${probe}, as ${eyes}\n  expected ${expected}\n  told     ${seen}`;
    }
  }
  if (asks === 0) throw new Error('No model was called: this shows nothing.');
  if (!partyDiffers) throw new Error('The player sees no more than all do: nothing is shown.');
}

import type { SearchApp } from '../search-app';
import { tell } from './tell';
import type { TwoWorlds } from './worlds';

/** What is sent to see whether the service works. */
const ANY_TEXT = '?';

/**
 * What reads for meaning may be a service of others: for a player's question it is sent the same in both worlds, so
 * nothing that is hidden from them.
 */
export async function* sentForMeaning(
  service: SearchApp,
  { withSecrets, without, player, probes }: TwoWorlds,
): AsyncGenerator<string, void> {
  let asks = 0;
  const sent = async (campaign: string, probe: string) => {
    service.letModelRead(campaign, true);
    service.embeddings.calls.length = 0;
    await tell(service, { as: player }, campaign, 'meaning', probe);
    const texts = service.embeddings.calls.flat().filter((text) => text !== ANY_TEXT);
    asks += texts.length;
    return texts.join('\n');
  };
  // Passages are read before, so that questions alone are sent.
  for (const campaign of [withSecrets, without]) await service.follower.catchUp(campaign);
  await service.readAll();
  // In words of its own, for what a question means is remembered.
  for (const probe of probes.map((one) => `Where would ${one} be`)) {
    const [one, other] = [await sent(withSecrets, probe), await sent(without, probe)];
    if (one !== other) yield `sent for ${probe}\n  with    ${one}\n  without ${other}`;
  }
  if (asks === 0) throw new Error('Nothing was asked what a question means: nothing is shown.');
}

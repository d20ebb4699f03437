import type { SearchApp } from '../search-app';
import { send } from './requests';
import type { TwoWorlds } from './worlds';

/** The text of a probe. */
const ANY_TEXT = '?';

/** The provider of embeddings may be external: a question of a player must send the same texts in both worlds. */
export async function* embeddingRequests(
  service: SearchApp,
  { withSecrets, without, player, probes }: TwoWorlds,
): AsyncGenerator<string, void> {
  let asks = 0;
  const sent = async (campaign: string, probe: string) => {
    service.allowModels(campaign, true);
    service.embeddings.calls.length = 0;
    await send(service, { as: player }, campaign, 'meaning', probe);
    // One name, which is left out; the others are words in lower case.
    await send(service, { as: player }, campaign, 'ask', `${probe.toLowerCase()} in Vexmoor?`);
    const texts = service.embeddings.calls.flat().filter((text) => text !== ANY_TEXT);
    asks += texts.length;
    return texts.join('\n');
  };
  // Passages are read before, so that questions alone are sent.
  for (const campaign of [withSecrets, without]) await service.indexer.catchUp(campaign);
  await service.embedAll();
  // New wording, because embeddings of questions are cached.
  for (const probe of probes.map((one) => `Where would ${one} be`)) {
    const [one, other] = [await sent(withSecrets, probe), await sent(without, probe)];
    if (one !== other) yield `sent for ${probe}\n  with    ${one}\n  without ${other}`;
  }
  if (asks === 0) throw new Error('No embedding was requested: this shows nothing.');
}

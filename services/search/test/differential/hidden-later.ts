import type { SearchApp } from '../search-app';
import { prepare, send } from './requests';
import type { TwoWorlds } from './worlds';

/** A semantic match only: the scripted model treats lizard and dragon as synonyms. */
const SLEEPER = 'The dragon sleeps below the bridge.';
const PROBE = 'Where is the lizard';
/** Enough passages to exclude all others from the nearest ones. */
const CROWD = Array.from({ length: 45 }, () => 'The dragon.');
const BYSTANDERS = CROWD.map(() => 'Nothing.');

/**
 * A passage that was embedded, found and then hidden has no influence on later responses. Covers the embedding cache.
 */
export async function* hiddenLater(
  service: SearchApp,
  { withSecrets, without, player, texts }: TwoWorlds,
): AsyncGenerator<string, void> {
  const both = [texts.withSecrets, texts.without];
  const readAll = async () => {
    for (const campaign of [withSecrets, without]) await service.indexer.catchUp(campaign);
    await service.embedAll();
  };
  const told = (campaign: string) => send(service, { as: player }, campaign, 'meaning', PROBE);
  const crowdIsAsked = async (): Promise<string> => {
    const crowd = texts.withSecrets.add({ name: 'Lair', lines: CROWD });
    await readAll();
    // The newest passage must not be the hidden one.
    for (const one of both) one.add({ name: 'Letter', lines: ['A letter.'] });
    await readAll();
    return crowd;
  };

  for (const campaign of [withSecrets, without]) prepare(service, campaign, 'meaning');
  for (const one of both) one.add({ name: 'Bridge', lines: [SLEEPER] });
  for (const asManyCome of [false, true]) {
    const crowd = await crowdIsAsked();
    const [before, apart] = [await told(withSecrets), await told(without)];
    if (before === apart) throw new Error('Nothing hidden later was found: this shows nothing.');
    if (!apart.includes(SLEEPER))
      throw new Error('Nothing is found by its meaning: nothing is shown.');
    texts.withSecrets.hide(crowd);
    if (asManyCome) for (const one of both) one.add({ name: 'Crowd', lines: BYSTANDERS });
    await readAll();
    const [one, other] = [await told(withSecrets), await told(without)];
    if (one !== other) yield `hidden between\n  with    ${one}\n  without ${other}`;
  }
}

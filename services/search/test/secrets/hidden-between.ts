import type { SearchApp } from '../search-app';
import { prepare, tell } from './tell';
import type { TwoWorlds } from './worlds';

/** Found by what it means alone: to what reads, the lizard is a dragon. */
const SLEEPER = 'The dragon sleeps below the bridge.';
const PROBE = 'Where is the lizard';
/** As many as would leave no room for anything else among what is nearest. */
const CROWD = Array.from({ length: 45 }, () => 'The dragon.');
const BYSTANDERS = CROWD.map(() => 'Nothing.');

/**
 * What was read for its meaning, and asked for, and hidden then is in no answer any longer, and keeps nothing else out of it: as
 * where it never was. Vectors that are kept in memory are seen by that.
 */
export async function* hiddenBetween(
  service: SearchApp,
  { withSecrets, without, player, texts }: TwoWorlds,
): AsyncGenerator<string, void> {
  const both = [texts.withSecrets, texts.without];
  const readAll = async () => {
    for (const campaign of [withSecrets, without]) await service.follower.catchUp(campaign);
    await service.readAll();
  };
  const told = (campaign: string) => tell(service, { as: player }, campaign, 'meaning', PROBE);
  const crowdIsAsked = async (): Promise<string> => {
    const crowd = texts.withSecrets.add({ name: 'Lair', lines: CROWD });
    await readAll();
    // What is newest is not what is hidden.
    for (const one of both) one.add({ name: 'Letter', lines: ['A letter.'] });
    await readAll();
    return crowd;
  };

  for (const campaign of [withSecrets, without]) prepare(service, campaign, 'meaning');
  for (const one of both) one.add({ name: 'Bridge', lines: [SLEEPER] });
  for (const asManyCome of [false, true]) {
    const crowd = await crowdIsAsked();
    const [before, apart] = [await told(withSecrets), await told(without)];
    if (before === apart) throw new Error('What is hidden later was not found: nothing is shown.');
    if (!apart.includes(SLEEPER))
      throw new Error('Nothing is found by its meaning: nothing is shown.');
    texts.withSecrets.hide(crowd);
    if (asManyCome) for (const one of both) one.add({ name: 'Crowd', lines: BYSTANDERS });
    await readAll();
    const [one, other] = [await told(withSecrets), await told(without)];
    if (one !== other) yield `hidden between\n  with    ${one}\n  without ${other}`;
  }
}

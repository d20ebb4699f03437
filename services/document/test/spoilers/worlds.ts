import { randomUUID } from 'node:crypto';
import type { TestPerson } from '@tomekeeper/testing';
import type { DocumentApp } from '../document-app';
import { GameMaster } from './game-master';
import type { Step } from './steps';

/** Properties of a document that a player may know or guess. */
export type Guess = {
  id: string;
  s3_key: string;
  version: string;
  passage: string;
  image: string;
  comment: string;
};

export interface World {
  campaign: string;
  player: TestPerson;
  gm: TestPerson;
  /** Another player, chosen for content that this one does not see. */
  other: TestPerson;
  /** A former player. */
  former: TestPerson;
  /** Revocations in the change feed. */
  takings: readonly string[];
  /** Public documents, in the order in which they were shown. */
  known: Guess[];
  /** Spoilers of this world, and as many that never were; those of the other world the other way round. */
  guesses: Guess[];
  /** Of documents that the player sees; as many that never were in the other world. */
  hiddenPassages: { document: string; passage: string; image: string }[];
  /** Ids of spoilers of this world that were public for a moment. */
  shownForAMoment: ReadonlySet<string>;
}

/** Plays the steps in two worlds that differ in nothing but their spoilers. */
export async function playWorlds(
  service: DocumentApp,
  steps: readonly Step[],
): Promise<[World, World]> {
  const left = await GameMaster.begin(service);
  const right = await GameMaster.begin(service);
  for (const step of steps) {
    await left.take(step, 'left');
    await right.take(step, 'right');
    // When a text is there depends on how much there is to do.
    await service.readTexts();
  }
  // Waits for all images, because their time depends on the load.
  const toMake = 'SELECT 1 FROM picture WHERE state = $1';
  do await service.makePictures();
  while ((await service.uow.query(toMake, ['waiting'])).length > 0);
  const nothing = ({ campaign }: GameMaster, { everHidden }: GameMaster) =>
    everHidden.map(() => guessIn(campaign));
  return [
    await left.world(
      [...(await left.ofEverHidden()), ...nothing(left, right)],
      [...(await left.hiddenPassages()), ...(await right.unknownPassages(left))],
    ),
    await right.world(
      [...nothing(right, left), ...(await right.ofEverHidden())],
      [...(await left.unknownPassages(right)), ...(await right.hiddenPassages())],
    ),
  ];
}

/** Values that never existed. */
export const guessIn = (campaign: string): Guess => ({
  id: randomUUID(),
  s3_key: `campaigns/${campaign}/${randomUUID()}`,
  version: randomUUID(),
  passage: randomUUID(),
  image: randomUUID(),
  comment: randomUUID(),
});

/** A world of as many documents that never were, with the same people. */
export function neverWas(world: World): World {
  const campaign = randomUUID();
  const known = world.known.map(() => guessIn(campaign));
  const guesses = world.guesses.map(() => guessIn(campaign));
  return { ...world, campaign, known, guesses, hiddenPassages: [] };
}

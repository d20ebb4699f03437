import type { GivenHint } from '@tomekeeper/contracts-live';
import { expectToldTheSame } from '@tomekeeper/testing';
import type { DocumentApp } from '../document-app';
import { NAMES, playerQuestions, strangersQuestions, watchQueries } from './player-questions';
import type { Step } from './steps';
import { CANARY } from './world-files';
import { neverWas, playWorlds, type World } from './worlds';

/** What the player's own questions say. */
const ASKED = new RegExp(`(search|tag|q)=${CANARY}|"texts":\\["${CANARY}"\\]`, 'g');

/** Whatever a GM does with spoilers: a player's answers are the same, byte for byte, and contain none of them. */
export async function showNoDifference(service: DocumentApp, life: readonly Step[]): Promise<void> {
  await differInNothing(service, await playWorlds(service, life));
}

/** All that reaches a player, and who was one, in two worlds that were played. */
export async function differInNothing(
  service: DocumentApp,
  worlds: readonly [World, World],
): Promise<void> {
  await haveEqualAnswers(service, worlds);
  haveEqualHints(service, worlds);
  haveEqualTakings(worlds);
  await tellNothingToWhoLeft(service, worlds[0]);
}

/** @param only what the questions are about, where not all are to be asked */
export async function haveEqualAnswers(
  service: DocumentApp,
  [left, right]: readonly [World, World],
  only?: string,
): Promise<void> {
  const { soFar, stop } = watchQueries(service);
  const questions = (world: World) => playerQuestions(service, world, soFar);
  try {
    const told = await expectToldTheSame([questions(left), questions(right)], {
      only,
      random: NAMES,
    });
    // In what a player tries there is one too.
    expect(told.replaceAll(ASKED, '')).not.toContain(CANARY);
  } finally {
    stop();
  }
}

/** To somebody who has left, what is there is as what never was. */
export async function tellNothingToWhoLeft(service: DocumentApp, world: World): Promise<void> {
  const asked = [world, neverWas(world)].map((one) => strangersQuestions(service, one));
  await expectToldTheSame([asked[0] ?? [], asked[1] ?? []], { random: NAMES });
}

/** Search keeps players waiting for what took something from them, and for nothing else. */
export function haveEqualTakings([left, right]: readonly [World, World]): void {
  expect(left.takings).toEqual(right.takings);
}

function isHeard(to: GivenHint['to'], membership: string): boolean {
  if (typeof to === 'string') return to === 'party';
  if ('people' in to) return false;
  return 'memberships' in to
    ? to.memberships.includes(membership)
    : !to.all_but.includes(membership);
}

export function haveEqualHints(service: DocumentApp, [left, right]: readonly [World, World]): void {
  expect(hintsOfPlayers(service, left)).toEqual(hintsOfPlayers(service, right));
}

/**
 * What the players of a world are hinted of, in its order. A spoiler that was shown for a moment is left out: they were
 * told of it then, and of one that never was shown nobody may tell them.
 */
const hintsOfPlayers = (
  { hints, membership: membershipOf }: DocumentApp,
  { campaign, player, shownForAMoment }: World,
  membership = membershipOf(campaign, player),
) =>
  hints
    .filter((hint) => hint.campaign === campaign && isHeard(hint.to, membership))
    .filter(({ id }) => !shownForAMoment.has(id))
    .map(({ kind }) => kind);

import type { GivenHint } from '@tomekeeper/contracts-live';
import { expectToldTheSame } from '@tomekeeper/testing';
import type { DocumentApp } from '../document-app';
import { NAMES, playerQuestions, watchQueries } from './player-questions';
import type { Step } from './steps';
import { CANARY, playWorlds, type World } from './worlds';

/** What the player's own questions say. */
const ASKED = new RegExp(`(search|tag|q)=${CANARY}`, 'g');

/** Whatever a GM does with spoilers: a player's answers are the same, byte for byte, and contain none of them. */
export async function showNoDifference(service: DocumentApp, life: readonly Step[]): Promise<void> {
  const worlds = await playWorlds(service, life);
  await haveEqualAnswers(service, worlds);
  haveEqualHints(service, worlds);
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

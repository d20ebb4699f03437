import { NEWS_LIMITS } from '@tomekeeper/contracts-document';
import type { GivenHint } from '@tomekeeper/contracts-live';
import { expectToldTheSame } from '@tomekeeper/testing';
import type { DocumentApp } from '../document-app';
import { NAMES, playerQuestions, strangersQuestions, watchQueries } from './player-questions';
import type { Step } from './steps';
import { CANARY } from './world-files';
import { neverWas, playWorlds, type World } from './worlds';

// With a delay, counts would depend on the time of the request.
Object.assign(NEWS_LIMITS, { delaySeconds: 0 });

/** Text of the player's own requests. */
const ASKED = new RegExp(`(search|tag|q)=${CANARY}|"(tag":|texts":\\[)"${CANARY}"`, 'g');

/**
 * Asserts that a player's responses do not depend on hidden content: they are equal byte for byte and contain no
 * spoiler.
 */
export async function showNoDifference(service: DocumentApp, life: readonly Step[]): Promise<void> {
  await differInNothing(service, await playWorlds(service, life));
}

/** Asserts equal responses and events, for players and former players, in two worlds after their lives. */
export async function differInNothing(
  service: DocumentApp,
  worlds: readonly [World, World],
): Promise<void> {
  await haveEqualAnswers(service, worlds);
  haveEqualHints(service, worlds);
  haveEqualTakings(worlds);
  await tellNothingToWhoLeft(service, worlds[0]);
}

/** @param only limits the questions */
export async function haveEqualAnswers(
  service: DocumentApp,
  [left, right]: readonly [World, World],
  only?: string,
): Promise<void> {
  const { queriesOf, stop } = watchQueries(service);
  const questions = (world: World) => playerQuestions(service, world, queriesOf);
  try {
    const told = await expectToldTheSame([questions(left), questions(right)], {
      only,
      random: NAMES,
    });
    // The player's own attempts contain a canary too.
    expect(told.replaceAll(ASKED, '')).not.toContain(CANARY);
  } finally {
    stop();
  }
}

/** Asserts that a former player gets the same responses for existing and missing content. */
export async function tellNothingToWhoLeft(service: DocumentApp, world: World): Promise<void> {
  const asked = [world, neverWas(world)].map((one) => strangersQuestions(service, one));
  await expectToldTheSame([asked[0] ?? [], asked[1] ?? []], { random: NAMES });
}

/** Asserts that search waits for changes that take content from players, and for no others. */
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
 * Events that players of a world receive, in order. Leaves out spoilers that were shown for a moment: their viewers
 * received events, and in the other world they never existed.
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

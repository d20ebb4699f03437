import type { DocumentApp } from '../document-app';
import { playerTranscript } from './player-transcript';
import type { Step } from './steps';
import { CANARY, playWorlds, type World } from './worlds';

/** What the player's own questions say. */
const ASKED = new RegExp(`(search|tag)=${CANARY}`, 'g');

/** Whatever a GM does with spoilers: a player's answers are the same, byte for byte, and contain none of them. */
export async function showNoDifference(service: DocumentApp, life: readonly Step[]): Promise<void> {
  await haveEqualTranscripts(service, await playWorlds(service, life));
}

export async function haveEqualTranscripts(
  service: DocumentApp,
  [left, right]: readonly [World, World],
): Promise<void> {
  const transcript = await playerTranscript(service, left);
  expect(transcript).toBe(await playerTranscript(service, right));
  // In what a player tries there is one too.
  expect(transcript.replaceAll(ASKED, '')).not.toContain(CANARY);
  expect(hintsOfPlayers(service, left)).toEqual(hintsOfPlayers(service, right));
}

/**
 * What the players of a world are hinted of, in its order. A spoiler that was shown for a moment is left out: they were
 * told of it then, and of one that never was shown nobody may tell them.
 */
const hintsOfPlayers = ({ hints }: DocumentApp, { campaign, shownForAMoment }: World) =>
  hints
    .filter((hint) => hint.campaign === campaign && hint.to !== 'gm')
    .filter(({ id }) => !shownForAMoment.has(id))
    .map(({ kind }) => kind);

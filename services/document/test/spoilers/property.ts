import type { DocumentApp } from '../document-app';
import { playerTranscript } from './player-transcript';
import type { Step } from './steps';
import { CANARY, playWorlds, type World } from './worlds';

/** Whatever a GM does with spoilers: a player is told the same, byte for byte, and no word of them. */
export async function tellNoWorldsApart(
  service: DocumentApp,
  life: readonly Step[],
): Promise<void> {
  await tellTheSame(service, await playWorlds(service, life));
}

export async function tellTheSame(
  service: DocumentApp,
  [left, right]: readonly [World, World],
): Promise<void> {
  const told = await playerTranscript(service, left);
  expect(told).toBe(await playerTranscript(service, right));
  // In what a player tries there is one too.
  expect(told.replaceAll(`search=${CANARY}`, '')).not.toContain(CANARY);
}

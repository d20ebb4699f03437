import { PARTY_CLASS } from '../following/audience-classes';

/** Somebody who looks for something in a campaign, by what they may see there. */
export interface Viewer {
  readonly campaign: string;
  readonly isGm: boolean;
  /** Classes of rows that a player sees; a GM sees all but what lies in the trash. */
  readonly classes: readonly string[];
}

export const gmOf = (campaign: string): Viewer => ({ campaign, isGm: true, classes: [] });

/** @param own what is theirs alone: sets of chosen players, and their membership, by which they know titles */
export const playerOf = (campaign: string, own: readonly string[] = []): Viewer => ({
  campaign,
  isGm: false,
  classes: [PARTY_CLASS, ...own],
});

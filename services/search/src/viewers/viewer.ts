import { PARTY_CLASS } from '@tomekeeper/visibility';

/** Somebody who looks for something in a campaign, by what they may see there. */
export interface Viewer {
  readonly campaign: string;
  readonly isGm: boolean;
  /** Classes of rows that a player sees; a GM sees all but what lies in the trash. */
  readonly classes: readonly string[];
  /** Whether what they look for, and what they see, may be sent to outside models. */
  readonly allowsOutsideModels: boolean;
}

type InCampaign = Pick<Viewer, 'campaign' | 'allowsOutsideModels'>;

export const gmOf = ({ campaign, allowsOutsideModels }: InCampaign): Viewer => ({
  campaign,
  isGm: true,
  classes: [],
  allowsOutsideModels,
});

/** @param own what is theirs alone: sets of chosen players, and their membership, by which they know titles */
export const playerOf = (
  { campaign, allowsOutsideModels }: InCampaign,
  own: readonly string[],
): Viewer => ({
  campaign,
  isGm: false,
  classes: [PARTY_CLASS, ...own],
  allowsOutsideModels,
});

import { CAMPAIGN_LIMITS } from '@tomekeeper/contracts-campaign';
import { DomainError, idPipe } from '@tomekeeper/service-kit';

/** One error for unknown campaigns, campaigns of other users and malformed IDs, so it reveals nothing. */
export const campaignNotFound = () =>
  new DomainError('not-found', 'campaign.not_found', 'There is no such campaign.');

export const onlyTheOwner = (what: string) =>
  new DomainError(
    'forbidden',
    'campaign.owner_only',
    `Only the owner of this campaign may ${what}.`,
  );

export const onlyGms = (what: string) =>
  new DomainError(
    'forbidden',
    'campaign.gm_only',
    `Only a game master of this campaign may ${what}.`,
  );

/** For a reference to a user who is not a member of the campaign. */
export const noSuchPlayer = () =>
  new DomainError(
    'not-found',
    'campaign.no_such_player',
    'This person is no longer in the campaign. Reload the page to see who is.',
  );

export const tooManyCampaigns = () =>
  new DomainError(
    'conflict',
    'campaign.too_many',
    `You already have ${CAMPAIGN_LIMITS.perOwner} campaigns, which is the most one person can have. Delete one first.`,
  );

/** Players are removed by user id, which the list contains. */
export function notUserIds(texts: readonly string[]): DomainError {
  const sentences = texts.map((text) => `“${text}” is not a user id.`);
  return new DomainError('invalid', 'campaign.unknown_player', sentences.join(' '), {
    fields: { players: sentences },
  });
}

export const tooManyPlayers = () =>
  new DomainError(
    'conflict',
    'campaign.too_many_players',
    `A campaign can have at most ${CAMPAIGN_LIMITS.playersPerCampaign} players.`,
  );

/** Owners run the campaign; they have no membership that a character could end with. */
export const ownerHasNoCharacter = () =>
  new DomainError(
    'forbidden',
    'campaign.owner_has_no_character',
    'You run this campaign. Only its players and co-GMs have a character. Hand the campaign over to play in it.',
  );

export const onlyYourself = () =>
  new DomainError(
    'forbidden',
    'campaign.only_yourself',
    'Only a game master of this campaign may remove others. You may remove yourself.',
  );

export const CampaignIdPipe = idPipe(campaignNotFound);

export const PlayerIdPipe = idPipe(noSuchPlayer);

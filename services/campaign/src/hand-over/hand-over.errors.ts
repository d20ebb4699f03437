import { DomainError } from '@tomekeeper/service-kit';

/** Withdrawn, expired, taken, or never made to this person. */
export const noOffer = () =>
  new DomainError(
    'not-found',
    'campaign.no_offer',
    'This campaign is not offered to you any more. Ask its owner to offer it again.',
  );

import { DomainError } from '@tomekeeper/service-kit';

/** The offer was withdrawn, has expired, was accepted, or was never made to this user. */
export const noOffer = () =>
  new DomainError(
    'not-found',
    'campaign.no_offer',
    'This campaign is not offered to you any more. Ask its owner to offer it again.',
  );

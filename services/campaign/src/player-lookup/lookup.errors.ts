import { CAMPAIGN_LIMITS } from '@tomekeeper/contracts-campaign';
import { DomainError } from '@tomekeeper/service-kit';
import type { PlayerReference } from './player-reference';

/** Returns an error for users who cannot be added, with the references that the request contained. */
export function unknownPlayers(
  unknown: readonly PlayerReference[],
  publicUrl: string,
): DomainError {
  const sentences = unknown.map((reference) => whyUnknown(reference, publicUrl));
  return new DomainError('invalid', 'campaign.unknown_player', sentences.join(' '), {
    fields: { players: sentences },
  });
}

function whyUnknown(reference: PlayerReference, publicUrl: string): string {
  switch (reference.kind) {
    case 'id':
      return `No user has the ID ${reference.id}.`;
    case 'email':
      return `${reference.email} has not signed up yet. Send them this link: ${signUpLink(publicUrl, reference.email)}`;
    case 'unreadable':
      return `“${reference.text}” is neither a user id nor an e-mail address.`;
  }
}

const signUpLink = (publicUrl: string, email: string) =>
  `${publicUrl.replace(/\/+$/, '')}/signup?email=${encodeURIComponent(email)}`;

export const tooManyLookups = (secondsLeft: number) =>
  new DomainError(
    'too-many',
    'campaign.too_many_lookups',
    `You can add people by at most ${CAMPAIGN_LIMITS.emailLookupsPerHour} e-mail addresses an hour. Add the others later, or by their user ids.`,
    { retryAfter: secondsLeft },
  );

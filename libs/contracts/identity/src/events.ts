import { z } from 'zod';
import { defineEvent } from '@tomekeeper/contracts-events';
import { id } from '@tomekeeper/contracts-values';

/**
 * Delay between an account's deletion and the removal of its last traces, in hours: afterward no upload can arrive for the second
 * object deletion, revoked tokens have expired, and services that were down have caught up.
 */
export const PURGE_HOURS = 48;

/** A user deleted their account; consumers delete the user's data and end memberships. */
export const personDeleted = defineEvent('identity.person_deleted', {
  payload: z.object({ person_id: id }),
  subscribers: ['campaign', 'document', 'live', 'search'],
});

/**
 * E-mail address of a deleted account, for consumers that store data by address; one event for the current address and one for
 * each earlier one that belongs to no other account. Encrypted with the mail keys under {@link ADDRESS_SEAL_PURPOSE}.
 */
export const addressDeleted = defineEvent('identity.address_deleted', {
  payload: z.object({ sealed: z.string() }),
  subscribers: ['campaign', 'contact', 'mailing'],
});

/** Earlier addresses stored per account; beyond that, data of the oldest one is erased. */
export const MAX_EARLIER_ADDRESSES = 20;

/** Encryption purpose of addresses. */
export const ADDRESS_SEAL_PURPOSE = 'deleted-address';

/**
 * An address was confirmed whose sign-up started from an invite; the campaign service accepts the invite for that user. The token is
 * encrypted with the mail keys under {@link INVITE_SEAL_PURPOSE}, bound to the user's id.
 */
export const invitedPersonConfirmed = defineEvent('identity.invited_person_confirmed', {
  payload: z.object({ person_id: id, sealed: z.string() }),
  subscribers: ['campaign'],
});

/** Encryption purpose of invite tokens. */
export const INVITE_SEAL_PURPOSE = 'sign-up-invite';

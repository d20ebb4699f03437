import { z } from 'zod';
import { defineEvent } from '@tomekeeper/contracts-events';
import { id } from '@tomekeeper/contracts-values';

/**
 * Hours after the deletion of an account in which its last traces go: objects are removed a second time
 * when no upload can arrive any more, the list of ended sessions outlives their tokens, and services
 * that were down catch up.
 */
export const PURGE_HOURS = 48;

/** A person deleted their account; consumers delete what they own and end their memberships. */
export const personDeleted = defineEvent('identity.person_deleted', {
  payload: z.object({ person_id: id }),
  subscribers: ['campaign', 'document', 'live', 'search'],
});

/**
 * An address of an account that was deleted, for those who keep things by address and not by id; one event
 * for the present address and one for each earlier one that is no other account's. It travels sealed,
 * under {@link ADDRESS_SEAL_PURPOSE}, with the keys that mails are sealed with.
 */
export const addressDeleted = defineEvent('identity.address_deleted', {
  payload: z.object({ sealed: z.string() }),
  subscribers: ['campaign', 'contact', 'mailing'],
});

/** Earlier addresses that are kept of an account; of the oldest beyond, everything is erased. */
export const MAX_EARLIER_ADDRESSES = 20;

/** Purpose under which addresses are sealed. */
export const ADDRESS_SEAL_PURPOSE = 'deleted-address';

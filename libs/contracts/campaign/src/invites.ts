import { z } from 'zod';
import { emailAddress, id, timestamp } from '@tomekeeper/contracts-values';
import { playerRole } from './campaigns';

const HOUR_SECONDS = 3600;
const DAY_SECONDS = 24 * HOUR_SECONDS;

export const INVITE_LIMITS = {
  /** Open invites of a campaign; beyond them 409. */
  openPerCampaign: 50,
  defaultSeconds: 7 * DAY_SECONDS,
  shortestSeconds: HOUR_SECONDS,
  longestSeconds: 30 * DAY_SECONDS,
  /** People whom one link lets in, unless the GM says otherwise. */
  defaultUses: 10,
  mostUses: 100,
  /** Mails with invites that one person may have sent in a day; beyond them 429. */
  mailsPerSenderADay: 50,
  /** Mails with invites that one address gets from all senders together. */
  mailsPerAddressADay: 5,
} as const;

const expiresIn = z
  .int({ error: 'The time until an invite expires must be a whole number of seconds.' })
  .min(INVITE_LIMITS.shortestSeconds, { error: 'An invite must be good for at least one hour.' })
  .max(INVITE_LIMITS.longestSeconds, { error: 'An invite can be good for at most 30 days.' });

const uses = z
  .int({ error: 'The number of uses must be a whole number.' })
  .min(1, { error: 'An invite must let at least one person in.' })
  .max(INVITE_LIMITS.mostUses, {
    error: `One invite can let at most ${INVITE_LIMITS.mostUses} people in.`,
  });

/** Body of `POST /api/campaigns/{id}/invites/`. With `email` the invite is mailed there. */
export const inviteRequest = z.object({
  role: playerRole.default('player'),
  email: emailAddress.optional(),
  /** Seconds. */
  expires_in: expiresIn.default(INVITE_LIMITS.defaultSeconds),
  /** By default one person by e-mail, ten by link. */
  uses: uses.optional(),
});
export type InviteRequest = z.infer<typeof inviteRequest>;

/** An invite that is still good, as GMs see it. */
export const invite = z.object({
  id,
  role: playerRole,
  /** The address that it was mailed to; null for a link that GMs hand on themselves. */
  email: z.string().nullable(),
  /** Null where the mail alone may carry it, and where the key that sealed it is gone. */
  link: z.string().nullable(),
  uses: z.int(),
  uses_left: z.int(),
  created_at: timestamp,
  expires_at: timestamp,
});
export type Invite = z.infer<typeof invite>;

/** What stands behind `#` in a link: opaque. Its bound keeps what is hashed small. */
export const inviteToken = z
  .string({ error: 'The invite link is incomplete.' })
  .min(1, { error: 'The invite link is incomplete.' })
  .max(200, { error: 'This is not an invite link.' });

/** Query of `GET /api/invites/`, and body of `POST /api/invites/accept/`. */
export const inviteTokenRequest = z.object({ token: inviteToken });
export type InviteTokenRequest = z.infer<typeof inviteTokenRequest>;

/** Answer of `GET /api/invites/?token=`, for whoever holds the link, signed in or not. */
export const invitePreview = z.object({
  title: z.string(),
  /** Null while the name is not known. */
  invited_by: z.string().nullable(),
  role: playerRole,
  /** Only the person with the address that it was mailed to can accept it. */
  for_address_only: z.boolean(),
});
export type InvitePreview = z.infer<typeof invitePreview>;

/** Answer of `POST /api/invites/accept/`: the campaign's id. */
export const acceptInviteAnswer = z.object({ campaign: id });
export type AcceptInviteAnswer = z.infer<typeof acceptInviteAnswer>;

/** Codes of refusals that screens tell apart. */
export const INVITE_CODES = {
  notFound: 'invite.not_found',
  expired: 'invite.expired',
  revoked: 'invite.revoked',
  usedUp: 'invite.used_up',
  otherAddress: 'invite.other_address',
  full: 'invite.campaign_full',
} as const;

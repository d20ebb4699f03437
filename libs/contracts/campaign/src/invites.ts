import { z } from 'zod';
import { emailAddress, id, timestamp } from '@tomekeeper/contracts-values';
import { playerRole } from './campaigns';

const HOUR_SECONDS = 3600;
const DAY_SECONDS = 24 * HOUR_SECONDS;

export const INVITE_LIMITS = {
  /** Maximum open invites of a campaign; beyond it 409. */
  openPerCampaign: 50,
  defaultSeconds: 7 * DAY_SECONDS,
  shortestSeconds: HOUR_SECONDS,
  longestSeconds: 30 * DAY_SECONDS,
  /** Default number of people who can join with one link. */
  defaultUses: 10,
  mostUses: 100,
  /** Invite e-mails per sender and day; beyond it 429. */
  mailsPerSenderADay: 50,
  /** Invite e-mails per address and day from all senders together. */
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

/** Body of `POST /api/campaigns/{id}/invites/`. With `email`, the service mails the invite. */
export const inviteRequest = z.object({
  role: playerRole.default('player'),
  email: emailAddress.optional(),
  /** In seconds. */
  expires_in: expiresIn.default(INVITE_LIMITS.defaultSeconds),
  /** Defaults to 1 by e-mail and 10 by link. */
  uses: uses.optional(),
});
export type InviteRequest = z.infer<typeof inviteRequest>;

/** A valid invite as GMs see it. */
export const invite = z.object({
  id,
  role: playerRole,
  /** Recipient's address; null for a link that GMs share themselves. */
  email: z.string().nullable(),
  /** Null if only the e-mail may contain the link, and if its encryption key no longer exists. */
  link: z.string().nullable(),
  uses: z.int(),
  uses_left: z.int(),
  created_at: timestamp,
  expires_at: timestamp,
});
export type Invite = z.infer<typeof invite>;

/** Opaque fragment of an invite link. The length limit keeps hashing cheap. */
export const inviteToken = z
  .string({ error: 'The invite link is incomplete.' })
  .min(1, { error: 'The invite link is incomplete.' })
  .max(200, { error: 'This is not an invite link.' });

/** Query of `GET /api/invites/`, and body of `POST /api/invites/accept/`. */
export const inviteTokenRequest = z.object({ token: inviteToken });
export type InviteTokenRequest = z.infer<typeof inviteTokenRequest>;

/** Response of `GET /api/invites/?token=`, for every holder of the link, authenticated or not. */
export const invitePreview = z.object({
  title: z.string(),
  /** Null while the name is unknown. */
  invited_by: z.string().nullable(),
  role: playerRole,
  /** Only the owner of the invited e-mail address can accept. */
  for_address_only: z.boolean(),
  /** Id of the campaign if the caller is a member already and accepting changes nothing; otherwise absent. */
  campaign: id.optional(),
});
export type InvitePreview = z.infer<typeof invitePreview>;

/** Response of `POST /api/invites/accept/`: the campaign's id. */
export const acceptInviteAnswer = z.object({ campaign: id });
export type AcceptInviteAnswer = z.infer<typeof acceptInviteAnswer>;

/** Error codes that clients distinguish. */
export const INVITE_CODES = {
  notFound: 'invite.not_found',
  expired: 'invite.expired',
  revoked: 'invite.revoked',
  usedUp: 'invite.used_up',
  otherAddress: 'invite.other_address',
  full: 'invite.campaign_full',
} as const;

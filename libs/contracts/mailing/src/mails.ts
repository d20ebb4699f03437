import { z } from 'zod';
import { defineEvent } from '@tomekeeper/contracts-events';
import { emailAddress, timestamp } from '@tomekeeper/contracts-values';

const code = z.string().regex(/^\d{6}$/);
const firstName = z.string();
/** Time of a change, and the browser that made it, such as `Firefox on Windows`; may be empty. */
const stamp = { at: timestamp, client: z.string() };

/** Confirming also accepts the campaign invite that the sign-up started from. */
const joinsCampaign = z.boolean().optional();

/** Changes of an account's protection. */
export const protectionChange = z.enum([
  'authenticator-on',
  'authenticator-off',
  'email-code-on',
  'email-code-off',
  'text-message-on',
  'text-message-off',
  'recovery-codes-made',
  'recovery-code-used',
  'passkey-added',
  'passkey-removed',
  'device-remembered',
  'device-forgotten',
  'phone-changed',
  'phone-removed',
]);
export type ProtectionChange = z.infer<typeof protectionChange>;

/** All e-mails of the product with their template data. The mailing service owns the texts; other services only name the kind. */
export const mailRequest = z.discriminatedUnion('template', [
  z.object({
    template: z.literal('confirm-sign-up'),
    to: emailAddress,
    first_name: firstName,
    code,
    joins_campaign: joinsCampaign,
  }),
  /** The same for clients that confirm with a link instead of a code. */
  z.object({
    template: z.literal('confirm-sign-up-link'),
    to: emailAddress,
    first_name: firstName,
    /** Path and query below PUBLIC_URL. */
    confirm_path: z.string(),
    joins_campaign: joinsCampaign,
  }),
  z.object({
    template: z.literal('reset-password'),
    to: emailAddress,
    first_name: firstName,
    code,
  }),
  z.object({
    template: z.literal('verify-email'),
    to: emailAddress,
    first_name: firstName,
    code,
    /** The account already has the address and verifies it again. */
    is_current: z.boolean().optional(),
  }),
  z.object({ template: z.literal('sign-in-code'), to: emailAddress, first_name: firstName, code }),
  /** Text message sent by e-mail because no SMS provider is configured; the mail says so. */
  z.object({
    template: z.literal('text-message'),
    to: emailAddress,
    phone_number: z.string(),
    use: z.enum(['sign-in', 'verify-phone']),
    code,
  }),
  z.object({
    template: z.literal('protection-changed'),
    to: emailAddress,
    first_name: firstName,
    change: protectionChange,
    ...stamp,
  }),
  z.object({
    template: z.literal('password-changed'),
    to: emailAddress,
    first_name: firstName,
    ...stamp,
  }),
  /** A password was reset with a code, which signs out all devices. */
  z.object({
    template: z.literal('password-reset'),
    to: emailAddress,
    first_name: firstName,
    /** Whether passkeys and second factors were removed. */
    factors: z.enum(['removed', 'kept']),
    /** Number of removed passkeys. */
    passkeys: z.number().int(),
    second_factors: z.array(z.enum(['SOFTWARE_TOKEN_MFA', 'EMAIL_OTP', 'SMS_MFA'])),
    ...stamp,
  }),
  /** To the previous address after an e-mail change. */
  z.object({
    template: z.literal('email-changed'),
    to: emailAddress,
    first_name: firstName,
    /** Path and query below PUBLIC_URL that undo the change. */
    undo_path: z.string(),
    ...stamp,
  }),
  /** To the address that an undone e-mail change removed. */
  z.object({
    template: z.literal('email-change-undone'),
    to: emailAddress,
    first_name: firstName,
    ...stamp,
  }),
  z.object({
    template: z.literal('account-deleted'),
    to: emailAddress,
    first_name: firstName,
    /** Anonymous record id of the deletion. */
    reference: z.string(),
    ...stamp,
  }),
  z.object({
    template: z.literal('verify-subscription'),
    to: emailAddress,
    name: z.string(),
    /** Path and query below PUBLIC_URL. */
    verify_path: z.string(),
    unsubscribe_path: z.string(),
    one_click_path: z.string(),
  }),
  /** Campaign invite; name and title are the inviter's own text. */
  z.object({
    template: z.literal('campaign-invite'),
    to: emailAddress,
    /** Empty while the name is unknown. */
    inviter: z.string(),
    title: z.string(),
    role: z.enum(['player', 'co_gm']),
    /** Path below PUBLIC_URL. */
    invite_path: z.string(),
    expires_at: timestamp,
  }),
  /** There is something new in a campaign. Contains neither content nor the campaign's title. */
  z.object({
    template: z.literal('campaign-news'),
    to: emailAddress,
    first_name: firstName,
    /** Paths and queries below PUBLIC_URL. */
    open_path: z.string(),
    stop_path: z.string(),
    one_click_path: z.string(),
  }),
  z.object({
    template: z.literal('contact-message'),
    to: emailAddress,
    name: z.string(),
    reply_to: emailAddress,
    subject: z.string(),
    message: z.string(),
  }),
]);
export type MailRequest = z.infer<typeof mailRequest>;
export type MailTemplateName = MailRequest['template'];

/**
 * Requests an e-mail. The request contains addresses, codes and links, so it is encrypted (see `Keyring` in service-kit, purpose
 * `mail`) and erased after delivery.
 */
export const mailRequested = defineEvent('mail.requested', {
  payload: z.object({ sealed: z.string() }),
  subscribers: ['mailing'],
});

/** Encryption purpose of mail requests, shared by senders and the mailing service. */
export const MAIL_SEAL_PURPOSE = 'mail';

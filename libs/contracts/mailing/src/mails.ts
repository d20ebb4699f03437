import { z } from 'zod';
import { defineEvent } from '@tomekeeper/contracts-events';
import { emailAddress, timestamp } from '@tomekeeper/contracts-values';

const code = z.string().regex(/^\d{6}$/);
const firstName = z.string();
/** Time of a change, and the browser it was made with: `Firefox on Windows`, or empty. */
const stamp = { at: timestamp, client: z.string() };

/** What can change about how an account is protected. */
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

/**
 * Every mail that the product can send, with what its template needs. The mailing service holds the
 * words; a service that requests a mail only names its kind.
 */
export const mailRequest = z.discriminatedUnion('template', [
  z.object({
    template: z.literal('confirm-sign-up'),
    to: emailAddress,
    first_name: firstName,
    code,
  }),
  /** The same for applications that want a link followed instead of a code typed. */
  z.object({
    template: z.literal('confirm-sign-up-link'),
    to: emailAddress,
    first_name: firstName,
    /** Path and query below PUBLIC_URL. */
    confirm_path: z.string(),
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
    /** The account has the address already, and proves it once more. */
    is_current: z.boolean().optional(),
  }),
  z.object({ template: z.literal('sign-in-code'), to: emailAddress, first_name: firstName, code }),
  /** A text message where no provider of text messages is set up: it goes to the mailbox and says so. */
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
  /** Someone set a new password by a code: all signed-in devices are out. */
  z.object({
    template: z.literal('password-reset'),
    to: emailAddress,
    first_name: firstName,
    /** What became of passkeys and second factors. */
    factors: z.enum(['removed', 'kept']),
    /** How many were removed. */
    passkeys: z.number().int(),
    second_factors: z.array(z.enum(['SOFTWARE_TOKEN_MFA', 'EMAIL_OTP', 'SMS_MFA'])),
    ...stamp,
  }),
  /** To the address that an account had until now. */
  z.object({
    template: z.literal('email-changed'),
    to: emailAddress,
    first_name: firstName,
    /** Path and query below PUBLIC_URL that give the account back to this address. */
    undo_path: z.string(),
    ...stamp,
  }),
  /** To the address that an account has no longer, as an earlier one took it back. */
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
    /** Under which the deletion stays on record, without the person. */
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
  /** Somebody asks the reader to join their campaign: name and title are that person's words. */
  z.object({
    template: z.literal('campaign-invite'),
    to: emailAddress,
    /** Empty while the name is not known. */
    inviter: z.string(),
    title: z.string(),
    role: z.enum(['player', 'co_gm']),
    /** Path below PUBLIC_URL. */
    invite_path: z.string(),
    expires_at: timestamp,
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
 * "Please send this mail." The request holds addresses, codes and links, so it travels sealed (see
 * `Keyring` in service-kit, purpose `mail`) and is erased when it is delivered.
 */
export const mailRequested = defineEvent('mail.requested', {
  payload: z.object({ sealed: z.string() }),
  subscribers: ['mailing'],
});

/** Purpose under which mail requests are sealed, shared by senders and the mailing service. */
export const MAIL_SEAL_PURPOSE = 'mail';

import { z } from 'zod';
import { id, timestamp } from '@tomekeeper/contracts-values';

/** Retention of security events, in days; deleting the account deletes them earlier. */
export const ACTIVITY_KEPT_DAYS = 90;
/** Retention of networks with a previous sign-in, in days; stored as a hash. */
export const KNOWN_SOURCE_DAYS = 90;
/** Events per page. */
export const ACTIVITY_PAGE_SIZE = 50;
/** Maximum sessions in the response, newest first. */
export const MAX_SESSIONS_SHOWN = 100;

/** Kinds of security events that the account's owner can see. */
export const ACTIVITY_KINDS = [
  'account_confirmed',
  'signed_in',
  /** Wrong password, code, passkey or proof. */
  'sign_in_failed',
  'signed_out',
  'signed_out_everywhere',
  /** One session was ended from the session list. */
  'session_ended',
  /** A refresh token was reused, which indicates theft. The session was ended. */
  'session_copied',
  'password_changed',
  'password_reset',
  'email_changed',
  /** An e-mail change was undone. */
  'email_change_undone',
  'mfa_enabled',
  'mfa_disabled',
  'recovery_codes_made',
  'recovery_code_used',
  'passkey_added',
  'passkey_removed',
  /** A passkey's counter decreased, which indicates a clone. */
  'passkey_copied',
  'device_remembered',
  'device_forgotten',
  /** Performed by an operator. */
  'operator_disabled',
  'operator_enabled',
  'operator_reset',
  'operator_signed_out',
  'operator_role_given',
  'operator_role_taken',
] as const;
export const activityKind = z.enum(ACTIVITY_KINDS);
export type ActivityKind = z.infer<typeof activityKind>;

/** A security event of the caller's account. */
export const activityEvent = z.object({
  id,
  kind: activityKind,
  happened_at: timestamp,
  /** Self-reported browser and system, such as `Firefox on Windows`; empty if unknown. */
  client: z.string(),
  /** Subject of the event, such as a passkey's name; empty if there is none. */
  detail: z.string(),
});
export type ActivityEvent = z.infer<typeof activityEvent>;

/** Query of `GET /api/me/activity/`. */
export const activityQuery = z.object({
  before: z
    .string()
    .regex(/^\d{1,18}$/, { error: 'This is not a cursor of an earlier answer.' })
    .optional(),
});
export type ActivityQuery = z.infer<typeof activityQuery>;

/** Response of `GET /api/me/activity/`: newest first. */
export const activityAnswer = z.object({
  events: z.array(activityEvent),
  /** Value of `before` for the next page; null at the end. */
  next: z.string().nullable(),
});
export type ActivityAnswer = z.infer<typeof activityAnswer>;

/** An active session of the caller. */
export const mySession = z.object({
  id,
  /** Time of the sign-in. */
  since: timestamp,
  /** Time of the last token refresh, which happens about once per hour of use. */
  last_used_at: timestamp,
  /** Browser and system at sign-in, such as `Firefox on Windows`; empty if unknown. */
  client: z.string(),
  /** Whether it is the caller's session. */
  current: z.boolean(),
});
export type MySession = z.infer<typeof mySession>;

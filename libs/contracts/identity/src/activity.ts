import { z } from 'zod';
import { id, timestamp } from '@tomekeeper/contracts-values';

/** Days after which a security event is deleted; deleting the account deletes it earlier. */
export const ACTIVITY_KEPT_DAYS = 90;
/** Days for which a network that someone signed in from is known as theirs, as a check value. */
export const KNOWN_SOURCE_DAYS = 90;
/** Events of one answer. */
export const ACTIVITY_PAGE_SIZE = 50;
/** Sessions that are shown, the newest. */
export const MAX_SESSIONS_SHOWN = 100;

/** What can happen to an account that its owner should be able to see. */
export const ACTIVITY_KINDS = [
  'account_confirmed',
  'signed_in',
  /** A wrong password, code, passkey or proof. */
  'sign_in_failed',
  'signed_out',
  'signed_out_everywhere',
  /** One session was ended from the list of sessions. */
  'session_ended',
  /** A refresh token was used a second time: someone may have copied it. The session ended. */
  'session_copied',
  'password_changed',
  'password_reset',
  'email_changed',
  /** The address is again the one that it was before a change. */
  'email_change_undone',
  'mfa_enabled',
  'mfa_disabled',
  'recovery_codes_made',
  'recovery_code_used',
  'passkey_added',
  'passkey_removed',
  /** A passkey's counter went back: there may be two of it. */
  'passkey_copied',
  'device_remembered',
  'device_forgotten',
  /** Done by an operator. */
  'operator_disabled',
  'operator_enabled',
  'operator_reset',
  'operator_signed_out',
  'operator_role_given',
  'operator_role_taken',
] as const;
export const activityKind = z.enum(ACTIVITY_KINDS);
export type ActivityKind = z.infer<typeof activityKind>;

/** Something that happened to the caller's account. */
export const activityEvent = z.object({
  id,
  kind: activityKind,
  happened_at: timestamp,
  /** Browser and system as they gave themselves out, `Firefox on Windows`; empty when unknown. */
  client: z.string(),
  /** What it was about, such as the name of a passkey; empty when there is nothing to say. */
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

/** Answer of `GET /api/me/activity/`: newest first. */
export const activityAnswer = z.object({
  events: z.array(activityEvent),
  /** Pass it as `before` for what is older; null at the end. */
  next: z.string().nullable(),
});
export type ActivityAnswer = z.infer<typeof activityAnswer>;

/** A session of the caller: a sign-in that has not ended. */
export const mySession = z.object({
  id,
  /** When the person signed in. */
  since: timestamp,
  /** When its tokens were last renewed, which happens about once an hour of use. */
  last_used_at: timestamp,
  /** Browser and system at sign-in, `Firefox on Windows`; empty when unknown. */
  client: z.string(),
  /** Whether it is the one that asks. */
  current: z.boolean(),
});
export type MySession = z.infer<typeof mySession>;

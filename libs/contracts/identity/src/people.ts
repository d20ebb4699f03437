import { z } from 'zod';
import { id, optionalText, timestamp } from '@tomekeeper/contracts-values';
import { activityEvent } from './activity';

/** Response of `GET /api/me/`. */
export const currentUser = z.object({
  id,
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  /** User pool groups from the access token; absent if empty. */
  groups: z.array(z.string()).optional(),
});
export type CurrentUser = z.infer<typeof currentUser>;

/** Body of `PATCH /api/me/`; omitted fields keep their value. */
export const updateMeRequest = z.object({
  first_name: optionalText('First name').optional(),
  last_name: optionalText('Last name').optional(),
});
export type UpdateMeRequest = z.infer<typeof updateMeRequest>;

/** A person as members of the same campaign see them: never with an e-mail address. */
export const person = z.object({ id, name: z.string() });
export type Person = z.infer<typeof person>;

/** Maximum people per internal look-up. */
export const MAX_PEOPLE_PER_LOOKUP = 200;

/** Query of the internal `GET /internal/people`: comma-separated ids. */
export const peopleQuery = z.object({
  ids: z
    .string()
    .transform((value) => [...new Set(value.split(',').filter(Boolean))])
    .pipe(z.array(id).max(MAX_PEOPLE_PER_LOOKUP)),
});
/** Response of `GET /internal/people`; unknown ids are omitted. */
export const peopleAnswer = z.object({ people: z.array(person) });

/** Response of the internal `GET /internal/people/by-email?email=`; 404 if no user has the address. */
export const personByEmailAnswer = z.object({ id });

/** Response of the internal `GET /internal/revocations?after=<cursor>`. */
export const revocationsAnswer = z.object({
  /** Revoked sessions by `origin_jti` claim; their tokens must be rejected until `until`. */
  revoked: z.array(z.object({ origin_jti: z.string(), until: timestamp })),
  /** Opaque, increasing cursor for `after`. */
  cursor: z.string(),
});
export type RevocationsAnswer = z.infer<typeof revocationsAnswer>;

const namedThing = z.object({ name: z.string(), created_at: timestamp });

/** All identity data of a person, for the data export. */
export const profileRecord = z.object({
  id,
  email: z.string(),
  email_verified: z.boolean(),
  /** Earlier addresses of the account, newest first. */
  earlier_emails: z.array(z.string()).default([]),
  first_name: z.string(),
  last_name: z.string(),
  phone_number: z.string().optional(),
  created_at: timestamp,
  /** Security events, newest first. With a managed pool these lists are empty. */
  activity: z.array(activityEvent).default([]),
  passkeys: z.array(namedThing).default([]),
  devices: z.array(namedThing).default([]),
});
export type ProfileRecord = z.infer<typeof profileRecord>;

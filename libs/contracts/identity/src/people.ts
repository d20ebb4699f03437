import { z } from 'zod';
import { id, optionalText, timestamp } from '@tomekeeper/contracts-values';
import { activityEvent } from './activity';

/** Answer of `GET /api/me/`. */
export const currentUser = z.object({
  id,
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  /** Groups of the user pool, by the token of the call; only where there are any. */
  groups: z.array(z.string()).optional(),
});
export type CurrentUser = z.infer<typeof currentUser>;

/** Body of `PATCH /api/me/`; a field left out stays as it is. */
export const updateMeRequest = z.object({
  first_name: optionalText('First name').optional(),
  last_name: optionalText('Last name').optional(),
});
export type UpdateMeRequest = z.infer<typeof updateMeRequest>;

/** A person as members of the same campaign may know them: never with an address. */
export const person = z.object({ id, name: z.string() });
export type Person = z.infer<typeof person>;

/** Most people one internal look-up may ask for. */
export const MAX_PEOPLE_PER_LOOKUP = 200;

/** Query of the internal `GET /internal/people`: ids joined by commas. */
export const peopleQuery = z.object({
  ids: z
    .string()
    .transform((value) => [...new Set(value.split(',').filter(Boolean))])
    .pipe(z.array(id).max(MAX_PEOPLE_PER_LOOKUP)),
});
/** Answer of `GET /internal/people`; unknown ids are left out. */
export const peopleAnswer = z.object({ people: z.array(person) });

/** Answer of the internal `GET /internal/people/by-email?email=`; 404 when no user has it. */
export const personByEmailAnswer = z.object({ id });

/** Answer of the internal `GET /internal/revocations?after=<cursor>`. */
export const revocationsAnswer = z.object({
  /** Sessions whose tokens must be refused, by the `origin_jti` claim, until `until`. */
  revoked: z.array(z.object({ origin_jti: z.string(), until: timestamp })),
  /** Pass it as `after` next time; opaque, grows. */
  cursor: z.string(),
});
export type RevocationsAnswer = z.infer<typeof revocationsAnswer>;

const namedThing = z.object({ name: z.string(), created_at: timestamp });

/** All that identity keeps of a person, as the copy of their data has it. */
export const profileRecord = z.object({
  id,
  email: z.string(),
  email_verified: z.boolean(),
  /** Addresses that the account had before, newest first. */
  earlier_emails: z.array(z.string()).default([]),
  first_name: z.string(),
  last_name: z.string(),
  phone_number: z.string().optional(),
  created_at: timestamp,
  /** What happened to the account, newest first. With a managed pool these lists are empty. */
  activity: z.array(activityEvent).default([]),
  passkeys: z.array(namedThing).default([]),
  devices: z.array(namedThing).default([]),
});
export type ProfileRecord = z.infer<typeof profileRecord>;

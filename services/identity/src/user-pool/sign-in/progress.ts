import { z } from 'zod';
import type { PoolClient } from '../clients/pool-clients';
import type { EnabledFactors } from '../mfa/mfa-factors';
import type { PoolUser } from '../users/pool-user';
import { canonical, parseUsername } from '../users/username';
import { refuse } from '../protocol/refusals';
import type { AuthAnswer } from './challenge';

const firstProof = z.enum(['password', 'email-code', 'sms-code', 'passkey', 'sign-up', 'custom']);
const secondProof = z.enum([
  'software-token',
  'recovery-code',
  'email-code',
  'sms-code',
  'passkey',
  'device',
]);

/** What a person has shown in a sign-in so far. */
export const proofs = z.object({
  /** Name as they typed it, which clients may send back in place of the id. */
  username: z.string(),
  first: firstProof.optional(),
  second: secondProof.optional(),
  /** The account's when the sign-in began. Sign-ins from before it was kept began at the first one. */
  credentialEpoch: z.int().default(0),
});
export type Proofs = z.infer<typeof proofs>;

/** A sign-in of which nothing is proved yet. @param user read before anything is judged */
export const began = (username: string, user: PoolUser | undefined): Proofs => ({
  username,
  credentialEpoch: user?.credentialEpoch ?? 0,
});

/** A sign-in after its first factor. */
export interface Progress {
  user: PoolUser;
  client: PoolClient;
  proofs: Proofs & { first: z.infer<typeof firstProof> };
  /** Of the remembered device that has proved itself. */
  deviceKey?: string;
  /** Where they were read along with the account; elsewhere whoever needs them reads them. */
  factors?: EnabledFactors;
  /** What the client sent with its last answer, such as DEVICE_KEY. */
  responses: Readonly<Record<string, string>>;
}

/** For steps that only come after a first factor. @throws the protocol's refusal when there was none */
export function firstProved({ first, ...others }: Proofs): Progress['proofs'] {
  if (!first) throw refuse.invalidSession();
  return { ...others, first };
}

/** Something that must be done between the first factor and the tokens. */
export interface SignInStep {
  /** @returns the challenge that is still open, or undefined when there is none */
  next(progress: Progress): Promise<AuthAnswer | undefined>;
}

/** Whether clients mean this subject: they answer with the id that a challenge gave, or the name typed. */
export function namesSubject(answered: string, subjectId: string, typed: string): boolean {
  const name = canonical(parseUsername(answered));
  return name === subjectId || name === canonical(parseUsername(typed));
}

import { z } from 'zod';

const hex = z.string().regex(/^[0-9a-f]{64}$/);

/**
 * Answer of `GET /api/contact/challenge/`: find the `number` between 0 and `maxnumber` for which the
 * SHA-256 of `salt` followed by it, in hexadecimal, is `challenge`. The form is altcha's first one.
 */
export const robotChallenge = z.object({
  algorithm: z.literal('SHA-256'),
  challenge: hex,
  salt: z.string().max(200),
  signature: hex,
  maxnumber: z.number().int(),
});
export type RobotChallenge = z.infer<typeof robotChallenge>;

/** A solved challenge. As base64 of its JSON it is the `recaptcha_token` of the form. */
export const robotSolution = z.object({
  algorithm: z.literal('SHA-256'),
  challenge: hex,
  number: z.number().int().min(0),
  salt: z.string().max(200),
  signature: hex,
});
export type RobotSolution = z.infer<typeof robotSolution>;

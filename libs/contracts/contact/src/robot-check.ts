import { z } from 'zod';

const hex = z.string().regex(/^[0-9a-f]{64}$/);

/**
 * Response of `GET /api/contact/challenge/`, ALTCHA's proof of work, version 1: the client finds the `number` between 0 and
 * `maxnumber` for which the hexadecimal SHA-256 of `salt` + `number` equals `challenge`.
 */
export const robotChallenge = z.object({
  algorithm: z.literal('SHA-256'),
  challenge: hex,
  salt: z.string().max(200),
  signature: hex,
  maxnumber: z.number().int(),
});
export type RobotChallenge = z.infer<typeof robotChallenge>;

/** Solved challenge. The form sends its JSON base64-encoded as `recaptcha_token`. */
export const robotSolution = z.object({
  algorithm: z.literal('SHA-256'),
  challenge: hex,
  number: z.number().int().min(0),
  salt: z.string().max(200),
  signature: hex,
});
export type RobotSolution = z.infer<typeof robotSolution>;

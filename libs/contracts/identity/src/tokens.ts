import { z } from 'zod';
import { id } from '@tomekeeper/contracts-values';

/** Claims of an ID token that the product API reads. Our own pool and managed Cognito both send them. */
export const idTokenClaims = z.looseObject({
  sub: id,
  aud: z.string(),
  iss: z.string(),
  token_use: z.literal('id'),
  exp: z.number().int(),
  iat: z.number().int(),
  /** Time of the sign-in; refreshed tokens keep it. */
  auth_time: z.number().int().optional(),
  email: z.string(),
  email_verified: z.boolean().optional(),
  given_name: z.string().optional(),
  family_name: z.string().optional(),
  /** Session id, used by the revocation list. */
  origin_jti: z.string().optional(),
  /** Absent without group memberships. */
  'cognito:groups': z.array(z.string()).optional(),
});
export type IdTokenClaims = z.infer<typeof idTokenClaims>;

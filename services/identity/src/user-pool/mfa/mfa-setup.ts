import { z } from 'zod';

/** What a person can set up in the middle of a sign-in. A telephone number would have to be known. */
export const SETUP_CHOICES = ['SOFTWARE_TOKEN_MFA', 'EMAIL_OTP'] as const;

/** What a sign-in remembers while its second factor is set up. */
export const setupState = z.object({
  /** The secret that the authenticator app was given, sealed. */
  sealed: z.string().optional(),
});

/** Minutes for which a proof of identity is good enough for changes that could cost someone the account. */
export const PROOF_MINUTES = 10;

/**
 * The words of the `NotAuthorizedException` with which the pool asks for a newer proof of identity.
 * Screens know it by them, so they never change.
 */
export const REAUTHENTICATION_NEEDED =
  'Please confirm that it is you: the last proof of your identity is more than 10 minutes old.';

/** What a signed-in person can prove their identity with again. */
export type ProofFactor = 'PASSWORD' | 'WEB_AUTHN' | 'SOFTWARE_TOKEN_MFA';

/** Hours in which the address that an account had can take it back. */
export const UNDO_HOURS = 72;

/** Validity of a reauthentication for sensitive account changes, in minutes. */
export const PROOF_MINUTES = 10;

/** Message of the `NotAuthorizedException` that requests reauthentication. Clients match it, so it must never change. */
export const REAUTHENTICATION_NEEDED =
  'Please confirm that it is you: the last proof of your identity is more than 10 minutes old.';

/** Factors for reauthentication. */
export type ProofFactor = 'PASSWORD' | 'WEB_AUTHN' | 'SOFTWARE_TOKEN_MFA';

/** Period in which a previous address can undo an e-mail change, in hours. */
export const UNDO_HOURS = 72;

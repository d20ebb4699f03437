/** Other names under which clients know a challenge. */
export const CHALLENGE_ALIASES: Readonly<Record<string, string>> = { EMAIL_MFA: 'EMAIL_OTP' };

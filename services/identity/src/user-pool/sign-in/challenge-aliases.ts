/** A challenge under another name, with what that name says about the answer. */
interface Alias {
  challenge: string;
  responses?: Readonly<Record<string, string>>;
}

/** Other names under which clients answer a challenge. */
const ALIASES: Readonly<Record<string, Alias>> = {
  EMAIL_MFA: { challenge: 'EMAIL_OTP' },
  PASSWORD: { challenge: 'SELECT_CHALLENGE', responses: { ANSWER: 'PASSWORD' } },
  PASSWORD_SRP: { challenge: 'SELECT_CHALLENGE', responses: { ANSWER: 'PASSWORD_SRP' } },
};

export const aliasOf = (name: string): Alias =>
  (Object.hasOwn(ALIASES, name) ? ALIASES[name] : undefined) ?? { challenge: name };

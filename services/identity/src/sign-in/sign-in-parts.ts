import { DiscoveryService } from '@nestjs/core';
import { z } from 'zod';
import type { PoolClient } from '../clients/pool-clients';
import { refuse } from '../protocol/refusals';
import type { IssuedTokens } from '../sessions/token-issuer';
import type { EnabledFactors, PoolUser, SecondFactorName } from '../users/pool-user';
import type { Subject } from '../users/pool-users';
import { canonical, parseUsername } from '../users/username';

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
  /** Credential epoch of the account when the sign-in began. */
  credentialEpoch: z.int(),
});
export type Proofs = z.infer<typeof proofs>;

/** A sign-in of which nothing is proved yet. @param user read before anything is judged */
export const newProofs = (username: string, user: PoolUser | undefined): Proofs => ({
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
  /** Where they were read along with the account; elsewhere the step that needs them reads them. */
  factors?: EnabledFactors;
  /** What the client sent with its last answer, such as DEVICE_KEY. */
  responses: Parameters;
}

/** For steps that only come after a first factor. @throws the protocol's refusal when there was none */
export function requireFirstFactor({ first, ...others }: Proofs): Progress['proofs'] {
  if (!first) throw refuse.invalidSession();
  return { ...others, first };
}

/** Whether clients mean this subject: they answer with the id that a challenge gave, or the name typed. */
export function namesSubject(answered: string, subjectId: string, typed: string): boolean {
  const name = canonical(parseUsername(answered));
  return name === subjectId || name === canonical(parseUsername(typed));
}

/** A parameter that the client must send. @throws the protocol's refusal when it has not */
export function required(parameters: Parameters, name: string): string {
  const value = Object.hasOwn(parameters, name) ? parameters[name] : undefined;
  if (!value) throw refuse.missingParameter(name);
  return value;
}

/**
 * What a sign-in is made of. A feature brings a flow, a factor, a challenge or a step by putting the decorator of
 * that name on a provider of its module; `SignInRegistry` finds it.
 */
export const AuthFlow = DiscoveryService.createDecorator();
export const ChallengeHandler = DiscoveryService.createDecorator();
export const FirstFactor = DiscoveryService.createDecorator();
export const SecondFactor = DiscoveryService.createDecorator();
export const SignInStep = DiscoveryService.createDecorator();

/** What a sign-in can begin with, by the names that people are offered, in the order in which they are. */
export const FIRST_FACTORS = [
  'PASSWORD',
  'PASSWORD_SRP',
  'EMAIL_OTP',
  'SMS_OTP',
  'WEB_AUTHN',
] as const;
export type FirstFactorName = (typeof FIRST_FACTORS)[number];

/** What stands between the first factor and the tokens, in this order. */
export const STAGES = ['new-password', 'device', 'second-factor'] as const;
export type Stage = (typeof STAGES)[number];

/** Challenges that a sign-in may ask for. Each has one handler. */
export type ChallengeName =
  | FirstFactorName
  | SecondFactorName
  | 'PASSWORD_VERIFIER'
  | 'SELECT_CHALLENGE'
  | 'NEW_PASSWORD_REQUIRED'
  | 'SELECT_MFA_TYPE'
  | 'MFA_SETUP'
  | 'CUSTOM_CHALLENGE'
  | 'DEVICE_SRP_AUTH'
  | 'DEVICE_PASSWORD_VERIFIER';

export type Parameters = Readonly<Record<string, string>>;

/** Answered beside the tokens: the key of a new device. */
export interface TokenExtras {
  NewDeviceMetadata?: { DeviceKey: string; DeviceGroupKey: string };
}

/** What a sign-in answers: tokens, or the next challenge. */
export interface AuthAnswer {
  AuthenticationResult?: IssuedTokens & TokenExtras & { RefreshToken?: string };
  ChallengeName?: ChallengeName;
  ChallengeParameters: Record<string, string>;
  /** With SELECT_CHALLENGE: what there is to choose from. */
  AvailableChallenges?: readonly FirstFactorName[];
  Session?: string;
}

export interface FlowStart {
  client: PoolClient;
  parameters: Parameters;
  session: string | undefined;
}

/** A way to begin a sign-in. */
export interface AuthFlow {
  /** Names under which clients ask for it. */
  readonly names: readonly string[];
  /** Whom a client's SECRET_HASH is about when no USERNAME is sent. */
  usernameFor?(parameters: Parameters): Promise<string | undefined>;
  start(request: FlowStart): Promise<AuthAnswer>;
  /** The name that an SRP exchange keeps, of a flow that lets a password be proved and goes on itself. */
  readonly continuation?: string;
  afterPassword?(client: PoolClient, user: PoolUser, proofs: Proofs): Promise<AuthAnswer>;
}

export interface ChallengeResponse {
  client: PoolClient;
  responses: Parameters;
  session: string | undefined;
}

/** Takes the answer to a challenge. */
export interface ChallengeHandler {
  readonly name: ChallengeName;
  respond(request: ChallengeResponse): Promise<AuthAnswer>;
}

/** Who begins a sign-in, and with what. */
export interface FirstFactorRequest {
  client: PoolClient;
  subject: Subject;
  /** Name as it was typed. */
  username: string;
  /** What came along, such as PASSWORD or SRP_A. */
  parameters: Parameters;
}

/** Something that a sign-in can begin with, where people may choose. */
export interface FirstFactor {
  readonly name: FirstFactorName;
  /** For accounts that do not exist the answer must be one that they could give too, always the same. */
  isOpenTo(subject: Subject): Promise<boolean>;
  begin(request: FirstFactorRequest): Promise<AuthAnswer>;
}

/** A step that may be required after the first factor. */
export interface SecondFactor {
  readonly kind: SecondFactorName;
  /** @param setup whether the right answer turns the factor on */
  ask(progress: Progress, setup?: boolean): Promise<AuthAnswer>;
}

/** What a feature adds to every sign-in between the first factor and the tokens. */
export interface SignInStep {
  readonly stage: Stage;
  /** Before a password's proof is looked at, and used up. @throws the protocol's refusal */
  beforePasswordProof?(username: string, responses: Parameters): Promise<void>;
  /** @returns the challenge that is still open, or undefined when there is none */
  next(progress: Progress): Promise<AuthAnswer | undefined>;
  /** When no challenge is left. */
  beforeTokens?(progress: Progress): Promise<TokenExtras>;
}

/** Other names under which clients answer a challenge, with what such a name says about the answer. */
const CHALLENGE_ALIASES: Readonly<Record<string, { challenge: string; responses?: Parameters }>> = {
  EMAIL_MFA: { challenge: 'EMAIL_OTP' },
  PASSWORD: { challenge: 'SELECT_CHALLENGE', responses: { ANSWER: 'PASSWORD' } },
  PASSWORD_SRP: { challenge: 'SELECT_CHALLENGE', responses: { ANSWER: 'PASSWORD_SRP' } },
};

export const challengeAlias = (name: string): { challenge: string; responses?: Parameters } =>
  (Object.hasOwn(CHALLENGE_ALIASES, name) ? CHALLENGE_ALIASES[name] : undefined) ?? {
    challenge: name,
  };

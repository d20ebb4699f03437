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

/** Proofs of a sign-in so far. */
export const proofs = z.object({
  /** The typed name, which clients may send instead of the id. */
  username: z.string(),
  first: firstProof.optional(),
  second: secondProof.optional(),
  /** The account's credential epoch at the start of the sign-in. */
  credentialEpoch: z.int(),
});
export type Proofs = z.infer<typeof proofs>;

/**
 * Returns the proofs of a new sign-in.
 * @param user the account, read before any check
 */
export const newProofs = (username: string, user: PoolUser | undefined): Proofs => ({
  username,
  credentialEpoch: user?.credentialEpoch ?? 0,
});

/** A sign-in after its first factor. */
export interface Progress {
  user: PoolUser;
  client: PoolClient;
  proofs: Proofs & { first: z.infer<typeof firstProof> };
  /** Key of the remembered device that proved possession. */
  deviceKey?: string;
  /** Present if they were read with the account; otherwise the step that needs them reads them. */
  factors?: EnabledFactors;
  /** Parameters of the client's last response, such as DEVICE_KEY. */
  responses: Parameters;
}

/**
 * For steps that require a first factor.
 * @throws {ProtocolError} without one
 */
export function requireFirstFactor({ first, ...others }: Proofs): Progress['proofs'] {
  if (!first) throw refuse.invalidSession();
  return { ...others, first };
}

/** Returns whether a response names this subject: by the id from the challenge, or by the typed name. */
export function namesSubject(answered: string, subjectId: string, typed: string): boolean {
  const name = canonical(parseUsername(answered));
  return name === subjectId || name === canonical(parseUsername(typed));
}

/**
 * Returns a required parameter.
 * @throws {ProtocolError} when it is missing
 */
export function required(parameters: Parameters, name: string): string {
  const value = Object.hasOwn(parameters, name) ? parameters[name] : undefined;
  if (!value) throw refuse.missingParameter(name);
  return value;
}

/**
 * Extension points of sign-in. A feature adds a flow, factor, challenge or step by putting the decorator of that name
 * on a provider of its module; `SignInRegistry` discovers it.
 */
export const AuthFlow = DiscoveryService.createDecorator();
export const ChallengeHandler = DiscoveryService.createDecorator();
export const FirstFactor = DiscoveryService.createDecorator();
export const SecondFactor = DiscoveryService.createDecorator();
export const SignInStep = DiscoveryService.createDecorator();

/** First factors by protocol name, in the order in which they are offered. */
export const FIRST_FACTORS = [
  'PASSWORD',
  'PASSWORD_SRP',
  'EMAIL_OTP',
  'SMS_OTP',
  'WEB_AUTHN',
] as const;
export type FirstFactorName = (typeof FIRST_FACTORS)[number];

/** Stages between the first factor and the tokens, in this order. */
export const STAGES = ['new-password', 'device', 'second-factor'] as const;
export type Stage = (typeof STAGES)[number];

/** Challenges of a sign-in. Each has one handler. */
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

/** Metadata of a new device, returned with the tokens. */
export interface TokenExtras {
  NewDeviceMetadata?: { DeviceKey: string; DeviceGroupKey: string };
}

/** Response of a sign-in: tokens, or the next challenge. */
export interface AuthAnswer {
  AuthenticationResult?: IssuedTokens & TokenExtras & { RefreshToken?: string };
  ChallengeName?: ChallengeName;
  ChallengeParameters: Record<string, string>;
  /** The selectable first factors; only with SELECT_CHALLENGE. */
  AvailableChallenges?: readonly FirstFactorName[];
  Session?: string;
}

export interface FlowStart {
  client: PoolClient;
  parameters: Parameters;
  session: string | undefined;
}

/** An authentication flow. */
export interface AuthFlow {
  /** Protocol names of the flow. */
  readonly names: readonly string[];
  /** Returns the username for SECRET_HASH when the client sends no USERNAME. */
  usernameFor?(parameters: Parameters): Promise<string | undefined>;
  start(request: FlowStart): Promise<AuthAnswer>;
  /** Identifies the flow in an SRP exchange, for flows that continue after the password proof. */
  readonly continuation?: string;
  afterPassword?(client: PoolClient, user: PoolUser, proofs: Proofs): Promise<AuthAnswer>;
}

export interface ChallengeResponse {
  client: PoolClient;
  responses: Parameters;
  session: string | undefined;
}

/** Verifies the response to a challenge. */
export interface ChallengeHandler {
  readonly name: ChallengeName;
  respond(request: ChallengeResponse): Promise<AuthAnswer>;
}

/** The subject and parameters of a sign-in's first step. */
export interface FirstFactorRequest {
  client: PoolClient;
  subject: Subject;
  /** The typed name. */
  username: string;
  /** Parameters such as PASSWORD or SRP_A. */
  parameters: Parameters;
}

/** A selectable first factor. */
export interface FirstFactor {
  readonly name: FirstFactorName;
  /** For an unknown account the result must be plausible and always the same. */
  isOpenTo(subject: Subject): Promise<boolean>;
  begin(request: FirstFactorRequest): Promise<AuthAnswer>;
}

/** A factor that may be required after the first one. */
export interface SecondFactor {
  readonly kind: SecondFactorName;
  /** @param setup whether a correct response enables the factor */
  ask(progress: Progress, setup?: boolean): Promise<AuthAnswer>;
}

/** A feature's step between the first factor and the tokens. */
export interface SignInStep {
  readonly stage: Stage;
  /**
   * Runs before the password proof is verified and consumed.
   * @throws {ProtocolError}
   */
  beforePasswordProof?(username: string, responses: Parameters): Promise<void>;
  /** @returns the next open challenge, or undefined */
  next(progress: Progress): Promise<AuthAnswer | undefined>;
  /** Runs after the last challenge. */
  beforeTokens?(progress: Progress): Promise<TokenExtras>;
}

/** Alternative challenge names of clients, with the parameters that such a name implies. */
const CHALLENGE_ALIASES: Readonly<Record<string, { challenge: string; responses?: Parameters }>> = {
  EMAIL_MFA: { challenge: 'EMAIL_OTP' },
  PASSWORD: { challenge: 'SELECT_CHALLENGE', responses: { ANSWER: 'PASSWORD' } },
  PASSWORD_SRP: { challenge: 'SELECT_CHALLENGE', responses: { ANSWER: 'PASSWORD_SRP' } },
};

export const challengeAlias = (name: string): { challenge: string; responses?: Parameters } =>
  (Object.hasOwn(CHALLENGE_ALIASES, name) ? CHALLENGE_ALIASES[name] : undefined) ?? {
    challenge: name,
  };

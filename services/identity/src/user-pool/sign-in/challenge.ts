import type { PoolClient } from '../clients/pool-clients';
import type { NewDeviceMetadata } from '../devices/new-devices';

/** Steps that a sign-in may ask for. Each has one handler. */
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

/** What a session may be for: to answer a challenge, in or after a sign-in, or to sign in right after a sign-up. */
export type SessionPurpose = ChallengeName | 'CONFIRMED_SIGN_UP' | 'REAUTHENTICATION';

/** What a sign-in can begin with, by the names that people are offered. */
export type FirstFactorName = 'PASSWORD' | 'PASSWORD_SRP' | 'EMAIL_OTP' | 'SMS_OTP' | 'WEB_AUTHN';
/** What may be asked for after a password. */
export type SecondFactorName = 'SOFTWARE_TOKEN_MFA' | 'EMAIL_OTP' | 'SMS_MFA';

/** What a sign-in answers: tokens, or the next step. */
export interface AuthAnswer {
  AuthenticationResult?: {
    AccessToken: string;
    IdToken: string;
    RefreshToken?: string;
    ExpiresIn: number;
    TokenType: 'Bearer';
    NewDeviceMetadata?: NewDeviceMetadata;
  };
  ChallengeName?: ChallengeName;
  ChallengeParameters: Record<string, string>;
  /** With SELECT_CHALLENGE: what there is to choose from. */
  AvailableChallenges?: readonly FirstFactorName[];
  Session?: string;
}

export interface FlowStart {
  client: PoolClient;
  parameters: Readonly<Record<string, string>>;
  session: string | undefined;
}

/** A way to begin a sign-in. */
export interface AuthFlow {
  /** Names under which clients ask for it. */
  readonly names: readonly string[];
  /** Whom a client's SECRET_HASH is about when no USERNAME is sent. */
  usernameFor?(parameters: FlowStart['parameters']): Promise<string | undefined>;
  start(request: FlowStart): Promise<AuthAnswer>;
}

export interface ChallengeResponse {
  client: PoolClient;
  responses: Readonly<Record<string, string>>;
  session: string | undefined;
}

/** A step of a sign-in: takes the answer to its challenge. */
export interface ChallengeHandler {
  readonly name: ChallengeName;
  respond(request: ChallengeResponse): Promise<AuthAnswer>;
}

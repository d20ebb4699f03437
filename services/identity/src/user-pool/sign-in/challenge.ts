import type { PoolClient } from '../clients/pool-clients';

/** Steps that a sign-in may ask for. Each has one handler. */
export type ChallengeName = 'PASSWORD_VERIFIER';

/** What a sign-in answers: tokens, or the next step. */
export interface AuthAnswer {
  AuthenticationResult?: {
    AccessToken: string;
    IdToken: string;
    RefreshToken?: string;
    ExpiresIn: number;
    TokenType: 'Bearer';
  };
  ChallengeName?: ChallengeName;
  ChallengeParameters: Record<string, string>;
  Session?: string;
}

export interface FlowStart {
  client: PoolClient;
  parameters: Readonly<Record<string, string>>;
}

/** A way to begin a sign-in. */
export interface AuthFlow {
  /** Names under which clients ask for it. */
  readonly names: readonly string[];
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

import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { refuse } from '../protocol/refusals';
import { RefreshTokens } from '../sessions/refresh-tokens';
import { TokenIssuer } from '../sessions/token-issuer';
import { PendingChallenges } from './pending-challenges';
import { SignInCompletion } from './sign-in-completion';
import {
  type AuthAnswer,
  AuthFlow,
  newProofs,
  ChallengeHandler,
  type ChallengeResponse,
  type FirstFactor,
  type FirstFactorRequest,
  type FlowStart,
  type Parameters,
  required,
} from './sign-in-parts';
import { SignInRegistry } from './sign-in-registry';
import { type Subject, Subjects } from '../users/pool-users';
import { parseUsername } from '../users/username';

/** Legacy refresh flow, for clients without refresh token rotation. */
@AuthFlow()
@Injectable()
export class RefreshFlow implements AuthFlow {
  readonly names = ['REFRESH_TOKEN_AUTH', 'REFRESH_TOKEN'];

  constructor(
    private readonly refreshTokens: RefreshTokens,
    private readonly issuer: TokenIssuer,
  ) {}

  /** Returns the account's id, because clients know no other name here. */
  async usernameFor(parameters: Parameters): Promise<string | undefined> {
    return this.refreshTokens.userOf(parameters['REFRESH_TOKEN'] ?? '');
  }

  async start({ client, parameters }: FlowStart): Promise<AuthAnswer> {
    const refreshToken = required(parameters, 'REFRESH_TOKEN');
    if (client.rotatesRefreshTokens) throw refuse.flowNotEnabled('REFRESH_TOKEN_AUTH');
    const { user, session } = await this.refreshTokens.refresh(refreshToken, client);
    return {
      AuthenticationResult: await this.issuer.issue(user, client, session),
      ChallengeParameters: {},
    };
  }
}

/** The session proves nothing yet, so users may try one factor after the other. */
const MAX_TRIES = 20;

/** First factors of a subject. */
@Injectable()
export class FirstFactorChoice {
  constructor(
    private readonly registry: SignInRegistry,
    private readonly pending: PendingChallenges,
  ) {}

  async openTo(subject: Subject): Promise<FirstFactor[]> {
    const all = this.registry.firstFactors;
    const open = await Promise.all(all.map((factor) => factor.isOpenTo(subject)));
    return all.filter((_factor, index) => open[index]);
  }

  /** Starts the client's preferred factor, or offers a choice. */
  async begin(request: FirstFactorRequest, preferred: string | undefined): Promise<AuthAnswer> {
    const exists = this.registry.firstFactors.some(({ name }) => name === preferred);
    if (preferred !== undefined && !exists)
      throw refuse.invalidParameter('PREFERRED_CHALLENGE is not a factor to sign in with.');
    const open = await this.openTo(request.subject);
    const factor = open.find(({ name }) => name === preferred);
    return factor ? factor.begin(request) : this.letChoose(request, open);
  }

  async beginChosen(request: FirstFactorRequest, chosen: string): Promise<AuthAnswer> {
    const open = await this.openTo(request.subject);
    const factor = open.find(({ name }) => name === chosen);
    if (!factor) throw refuse.invalidParameter('ANSWER is none of the available challenges.');
    return factor.begin(request);
  }

  private async letChoose(
    { client, subject, username }: FirstFactorRequest,
    open: readonly FirstFactor[],
  ): Promise<AuthAnswer> {
    return {
      ChallengeName: 'SELECT_CHALLENGE',
      ChallengeParameters: { USERNAME: subject.id, USER_ID_FOR_SRP: subject.id },
      AvailableChallenges: open.map(({ name }) => name),
      Session: await this.pending.open('SELECT_CHALLENGE', client, {
        subjectId: subject.id,
        proofs: newProofs(username, subject.user),
      }),
    };
  }
}

/** USER_AUTH: starts with a choice of factors, or continues after a confirmed sign-up. */
@AuthFlow()
@Injectable()
export class UserAuthFlow implements AuthFlow {
  readonly names = ['USER_AUTH'];

  constructor(
    private readonly subjects: Subjects,
    private readonly choice: FirstFactorChoice,
    private readonly pending: PendingChallenges,
    private readonly completion: SignInCompletion,
  ) {}

  async start({ client, parameters, session }: FlowStart): Promise<AuthAnswer> {
    const username = required(parameters, 'USERNAME');
    if (session !== undefined) return this.continueSignUp({ client, parameters, session });
    const subject = await this.subjects.find(username);
    return this.choice.begin(
      { client, subject, username, parameters },
      parameters['PREFERRED_CHALLENGE'],
    );
  }

  private async continueSignUp({ client, parameters, session }: FlowStart): Promise<AuthAnswer> {
    const { user, proofs, finish } = await this.pending.resume(
      'CONFIRMED_SIGN_UP',
      { client, responses: parameters, session },
      z.unknown(),
    );
    if (!user) throw refuse.invalidSession();
    await finish();
    return this.completion.complete({
      user,
      client,
      proofs: { ...proofs, first: 'sign-up' },
      responses: parameters,
    });
  }
}

/** Handles the choice of the first factor. */
@ChallengeHandler()
@Injectable()
export class SelectChallenge implements ChallengeHandler {
  readonly name = 'SELECT_CHALLENGE';

  constructor(
    private readonly pending: PendingChallenges,
    private readonly choice: FirstFactorChoice,
  ) {}

  async respond(request: ChallengeResponse): Promise<AuthAnswer> {
    const { client, responses } = request;
    const chosen = required(responses, 'ANSWER');
    const { subjectId, user, proofs, finish } = await this.pending.resume(
      this.name,
      request,
      z.unknown(),
      MAX_TRIES,
    );
    const subject = { id: subjectId, user, username: parseUsername(proofs.username) };
    const answer = await this.choice.beginChosen(
      { client, subject, username: proofs.username, parameters: responses },
      chosen,
    );
    if (answer.AuthenticationResult) await finish();
    return answer;
  }
}

import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { PoolClients } from '../clients/pool-clients';
import { operation, OperationGroup } from '../protocol/operations';
import { refuse } from '../protocol/refusals';
import { challengeAlias } from './sign-in-parts';
import { SignInRegistry } from './sign-in-registry';
import { Subjects } from '../users/pool-users';

/** All flows of the protocol; each client is allowed some of them. */
const AUTH_FLOW_NAMES = [
  'USER_SRP_AUTH',
  'REFRESH_TOKEN_AUTH',
  'REFRESH_TOKEN',
  'CUSTOM_AUTH',
  'ADMIN_NO_SRP_AUTH',
  'USER_PASSWORD_AUTH',
  'ADMIN_USER_PASSWORD_AUTH',
  'USER_AUTH',
] as const;
const parameters = z.record(z.string(), z.string());
const initiateAuthRequest = z.object({
  ClientId: z.string(),
  AuthFlow: z.enum(AUTH_FLOW_NAMES),
  AuthParameters: parameters.default({}),
  Session: z.string().optional(),
});
const respondRequest = z.object({
  ClientId: z.string(),
  ChallengeName: z.string(),
  ChallengeResponses: parameters.default({}),
  Session: z.string().optional(),
});

/** Flow aliases, by the name that a client's allowed flows contain. */
const FLOW_ALIASES: Readonly<Record<string, string>> = { REFRESH_TOKEN: 'REFRESH_TOKEN_AUTH' };

/** Sign-in operations: start a flow, respond to its challenges. */
@Injectable()
export class SignInOperations extends OperationGroup {
  readonly operations = {
    InitiateAuth: operation(initiateAuthRequest, async (input) => {
      const { AuthParameters } = input;
      const flow = this.registry.flow(input.AuthFlow);
      const username = AuthParameters['USERNAME'] ?? (await flow?.usernameFor?.(AuthParameters));
      const client = await this.clients.getProven(
        input.ClientId,
        username ?? '',
        AuthParameters['SECRET_HASH'],
      );
      if (!flow || !client.flows.includes(FLOW_ALIASES[input.AuthFlow] ?? input.AuthFlow))
        throw refuse.flowNotEnabled(input.AuthFlow);
      // Precedes the flow, which treats unknown names like known ones.
      if (client.tellsUnknownUsers && AuthParameters['USERNAME'] !== undefined)
        await this.subjects.find(AuthParameters['USERNAME'], client);
      return flow.start({ client, parameters: AuthParameters, session: input.Session });
    }),
    RespondToAuthChallenge: operation(respondRequest, async (input) => {
      const { ChallengeResponses } = input;
      const client = await this.clients.getProven(
        input.ClientId,
        ChallengeResponses['USERNAME'] ?? '',
        ChallengeResponses['SECRET_HASH'],
      );
      const { challenge, responses } = challengeAlias(input.ChallengeName);
      const handler = this.registry.challenge(challenge);
      if (!handler) throw refuse.unsupportedChallenge();
      return handler.respond({
        client,
        responses: responses ? { ...ChallengeResponses, ...responses } : ChallengeResponses,
        session: input.Session,
      });
    }),
  };

  constructor(
    private readonly clients: PoolClients,
    private readonly subjects: Subjects,
    private readonly registry: SignInRegistry,
  ) {
    super();
  }
}

import {
  InitiateAuthCommand,
  type CognitoIdentityProviderClient,
  type InitiateAuthCommandOutput,
} from '@aws-sdk/client-cognito-identity-provider';
import {
  createSrpSession,
  signSrpSession,
  wrapAuthChallenge,
  wrapInitiateAuth,
} from 'cognito-srp-helper';
import { POOL_ID } from './running-identity';

/** A sign-in up to its last call, which can then be sent, bent or sent twice. */
export async function srpProof(
  sdk: CognitoIdentityProviderClient,
  clientId: string,
  {
    email,
    password,
    clock = new Date(),
    secretHash,
  }: {
    email: string;
    password: string;
    clock?: Date;
    /** Of a client with a secret, over the name that is sent. */
    secretHash?: (username: string) => string;
  },
) {
  const session = createSrpSession(email, password, POOL_ID, false);
  session.timestamp = timestampOf(clock);
  const challenge: InitiateAuthCommandOutput = await sdk.send(
    new InitiateAuthCommand(
      wrapInitiateAuth(session, {
        ClientId: clientId,
        AuthFlow: 'USER_SRP_AUTH',
        AuthParameters: {
          CHALLENGE_NAME: 'SRP_A',
          USERNAME: email,
          ...(secretHash && { SECRET_HASH: secretHash(email) }),
        },
      }),
    ),
  );
  const signed = signSrpSession(session, challenge);
  // With a secret the answer names the account by its id, as clients do that keep it for the hash.
  const username = secretHash ? (challenge.ChallengeParameters?.['USERNAME'] ?? '') : email;
  return wrapAuthChallenge(signed, {
    ClientId: clientId,
    ChallengeName: 'PASSWORD_VERIFIER' as const,
    ChallengeResponses: {
      USERNAME: username,
      ...(secretHash && { SECRET_HASH: secretHash(username) }),
    },
  });
}

/** `Wed Apr 5 22:42:34 UTC 2017` */
export function timestampOf(clock: Date): string {
  const [weekday, day, month, year, time] = clock.toUTCString().replace(',', '').split(' ');
  return `${weekday} ${month} ${Number(day)} ${time} UTC ${year}`;
}

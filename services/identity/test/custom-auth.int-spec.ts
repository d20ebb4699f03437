import { confirmSignIn, signIn, signOut } from 'aws-amplify/auth';
import type { CustomChallenges, CustomProgress } from '../src/custom-challenges/custom-challenges';
import { join, startWithAmplify } from './amplify-client';
import { authenticationOf, identityJsUser, step } from './identity-js-client';
import { newEmail, PASSWORD } from './person';
import { identityForTests, PLAIN_CLIENT_ID } from './running-identity';

/** Two riddles, one mistake. */
const riddles: CustomChallenges = {
  next: async ({ rounds }: CustomProgress) => {
    const right = rounds.filter((round) => round.right).length;
    if (rounds.length - right > 1) return 'refused';
    return right === 2
      ? 'tokens'
      : {
          name: `riddle-${right}`,
          parameters: { riddle: `What is ${right} and one?` },
          secret: { answer: String(right + 1) },
        };
  },
  isRight: async ({ secret }, answer) => secret['answer'] === answer,
};

const identity = identityForTests(() => startWithAmplify({}, { customChallenges: riddles }));
afterEach(() => signOut());

it('asks what the installation asks, and again after a mistake', async () => {
  const username = await join(identity);
  const first = await signIn({ username, options: { authFlowType: 'CUSTOM_WITHOUT_SRP' } });
  expect(first.nextStep).toMatchObject({
    signInStep: 'CONFIRM_SIGN_IN_WITH_CUSTOM_CHALLENGE',
    additionalInfo: { riddle: 'What is 0 and one?' },
  });
  const again = await confirmSignIn({ challengeResponse: 'seven' });
  expect(again.nextStep).toMatchObject({ additionalInfo: { riddle: 'What is 0 and one?' } });
  const second = await confirmSignIn({ challengeResponse: '1' });
  expect(second.nextStep).toMatchObject({ additionalInfo: { riddle: 'What is 1 and one?' } });
  expect((await confirmSignIn({ challengeResponse: '2' })).isSignedIn).toBe(true);
}, 30_000);

it('asks after a password where the client says so', async () => {
  const username = await join(identity);
  const options = { authFlowType: 'CUSTOM_WITH_SRP' } as const;
  await expect(signIn({ username, password: 'Wrong-pass-1', options })).rejects.toMatchObject({
    name: 'NotAuthorizedException',
  });
  const first = await signIn({ username, password: PASSWORD, options });
  expect(first.nextStep.signInStep).toBe('CONFIRM_SIGN_IN_WITH_CUSTOM_CHALLENGE');
  await confirmSignIn({ challengeResponse: '1' });
  expect((await confirmSignIn({ challengeResponse: '2' })).isSignedIn).toBe(true);
}, 30_000);

it('is understood by the older client', async () => {
  const user = identityJsUser(identity, await join(identity));
  const first = await step((callbacks) => user.initiateAuth(authenticationOf(user), callbacks));
  expect(first).toMatchObject({
    name: 'customChallenge',
    parameters: [{ riddle: 'What is 0 and one?' }],
  });
  await step((callbacks) => user.sendCustomChallengeAnswer('1', callbacks));
  const done = await step((callbacks) => user.sendCustomChallengeAnswer('2', callbacks));
  expect(done.name).toBe('signed-in');
}, 30_000);

it('asks strangers the same, lets none of them in, and uses each answer up', async () => {
  const USERNAME = newEmail();
  const ask = async () =>
    (
      await identity.call('InitiateAuth', {
        ClientId: PLAIN_CLIENT_ID,
        AuthFlow: 'CUSTOM_AUTH',
        AuthParameters: { USERNAME },
      })
    ).body;
  const answer = (Session: unknown, ANSWER: string) =>
    identity.call('RespondToAuthChallenge', {
      ClientId: PLAIN_CLIENT_ID,
      ChallengeName: 'CUSTOM_CHALLENGE',
      ChallengeResponses: { USERNAME, ANSWER },
      Session,
    });
  const asked = await ask();
  expect(asked['ChallengeName']).toBe('CUSTOM_CHALLENGE');
  const second = await answer(asked['Session'], '1');
  expect((await answer(asked['Session'], '1')).error).toContain('Invalid session for the user.');
  expect((await answer(second.body['Session'], '2')).error).toBe(
    'NotAuthorizedException: Incorrect username or password.',
  );
});

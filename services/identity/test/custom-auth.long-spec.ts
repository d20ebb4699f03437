import { confirmSignIn, signIn, signOut } from 'aws-amplify/auth';
import type { CustomChallenges, CustomProgress } from '../src/custom-challenges/custom-challenges';
import { newAccount, signsInWith, useAmplify } from './amplify-client';
import { authenticationOf, identityJsUser, step } from './identity-js-client';
import { newEmail } from './person';
import {
  INVALID_SESSION,
  PASSWORD,
  refusalOf,
  runningIdentity,
  WRONG_PASSWORD,
} from './running-identity';

/** Two riddles, one mistake. */
const customChallenges: CustomChallenges = {
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

const identity = runningIdentity({ extensions: { customChallenges }, prepare: useAmplify });
afterEach(() => signOut());

it('sends the installation’s question, and repeats it after a mistake', async () => {
  const username = await newAccount(identity);
  const first = await signIn({ username, options: { authFlowType: 'CUSTOM_WITHOUT_SRP' } });
  expect(first.nextStep).toMatchObject({
    signInStep: 'CONFIRM_SIGN_IN_WITH_CUSTOM_CHALLENGE',
    additionalInfo: { riddle: 'What is 0 and one?' },
  });
  const again = await confirmSignIn({ challengeResponse: 'seven' });
  expect(again.nextStep).toMatchObject({ additionalInfo: { riddle: 'What is 0 and one?' } });
  const second = await confirmSignIn({ challengeResponse: '1' });
  expect(second.nextStep).toMatchObject({ additionalInfo: { riddle: 'What is 1 and one?' } });
  expect(await signsInWith('2')).toBe(true);
});

it('asks after a password where the client says so', async () => {
  const username = await newAccount(identity);
  const withPassword = (password: string) =>
    signIn({ username, password, options: { authFlowType: 'CUSTOM_WITH_SRP' } });
  expect(await refusalOf(withPassword('Wrong-pass-1'))).toBe(WRONG_PASSWORD);
  const first = await withPassword(PASSWORD);
  expect(first.nextStep.signInStep).toBe('CONFIRM_SIGN_IN_WITH_CUSTOM_CHALLENGE');
  await confirmSignIn({ challengeResponse: '1' });
  expect(await signsInWith('2')).toBe(true);
});

it('is understood by the older client', async () => {
  const user = identityJsUser(identity, await newAccount(identity));
  const first = await step((callbacks) => user.initiateAuth(authenticationOf(user), callbacks));
  expect(first).toMatchObject({
    name: 'customChallenge',
    parameters: [{ riddle: 'What is 0 and one?' }],
  });
  await step((callbacks) => user.sendCustomChallengeAnswer('1', callbacks));
  const done = await step((callbacks) => user.sendCustomChallengeAnswer('2', callbacks));
  expect(done.name).toBe('signed-in');
});

it('asks unknown users the same, lets none of them in, and uses each answer up', async () => {
  const USERNAME = newEmail();
  const { body } = await identity.initiate('CUSTOM_AUTH', { USERNAME });
  expect(body['ChallengeName']).toBe('CUSTOM_CHALLENGE');
  const answer = (Session: unknown, ANSWER: string) =>
    identity.respond('CUSTOM_CHALLENGE', Session, { USERNAME, ANSWER });
  const second = await answer(body['Session'], '1');
  expect((await answer(body['Session'], '1')).error).toBe(INVALID_SESSION);
  expect((await answer(second.body['Session'], '2')).error).toBe(WRONG_PASSWORD);
});

import { autoSignIn, signOut, signUp } from 'aws-amplify/auth';
import { configureAmplify, useAmplify } from './amplify-client';
import { newEmail } from './person';
import { PASSWORD, runningIdentity } from './running-identity';

/** Applications may confirm addresses by a link instead of a code. */
const identity = runningIdentity({
  async prepare(running) {
    // Amplify looks every five seconds whether the link was followed, however long a look takes. Looking
    // sooner, one look has to wait for the one before: two at once take each other's sign-in away.
    const start = globalThis.setInterval;
    jest.spyOn(globalThis, 'setInterval').mockImplementation((run, ms) => {
      if (ms !== 5000) return start(run, ms);
      let isLooking = false;
      const look = async () => {
        if (isLooking) return;
        isLooking = true;
        await (run as () => Promise<void>)();
        isLooking = false;
      };
      return start(() => void look(), 250);
    });
    useAmplify(running);
    await running.sql(`UPDATE pool_client SET verifies_by = 'link'`);
    configureAmplify(running, { signUpVerificationMethod: 'link' });
  },
});

async function linkTo(email: string): Promise<string> {
  const { confirm_path: path } = await identity.mail('confirm-sign-up-link', email);
  return identity.url + path;
}

it('follows the link while the page that signed up waits, which then is signed in', async () => {
  const email = newEmail();
  const signedUp = await signUp({
    username: email,
    password: PASSWORD,
    options: { userAttributes: { email }, autoSignIn: true },
  });
  expect(signedUp.nextStep.signUpStep).toBe('COMPLETE_AUTO_SIGN_IN');
  const waiting = autoSignIn();
  const link = await linkTo(email);
  const question = await fetch(link);
  expect(question.headers.get('content-type')).toContain('text/html');
  expect(question.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(await question.text()).toContain('<form method="post">');
  const [before] = await identity.sql<{ status: string }>(
    'SELECT status FROM pool_user WHERE email = $1',
    [email],
  );
  expect(before?.status).toBe('UNCONFIRMED');
  const answer = await fetch(link, { method: 'POST' });
  expect([answer.status, await answer.text()]).toEqual([
    200,
    expect.stringContaining('Your address is confirmed'),
  ]);
  expect((await waiting).isSignedIn).toBe(true);
  await signOut();
});

it('counts no failure while the address is not confirmed yet', async () => {
  const email = newEmail();
  const { body } = await identity.signUp(email);
  // Three minutes of looking every five seconds.
  for (let n = 0; n < 36; n += 1)
    expect((await identity.signIn(email)).error).toBe(
      'UserNotConfirmedException: User is not confirmed.',
    );
  expect(
    await identity.sql('SELECT 1 FROM guess_count WHERE user_id = $1', [body['UserSub']]),
  ).toEqual([]);
  expect((await fetch(await linkTo(email), { method: 'POST' })).status).toBe(200);
  expect((await identity.signIn(email)).tokens.AccessToken).toBeTruthy();
});

it('sends a new link, after which the old one is void, and says when a link is none', async () => {
  const email = newEmail();
  await identity.signUp(email);
  const first = await linkTo(email);
  identity.clearInbox();
  await identity.resendSignUpCode(email);
  const second = await linkTo(email);
  const follow = async (link: string) => {
    const answer = await fetch(link, { method: 'POST' });
    return [answer.status, (await answer.text()).includes('This link does not work')];
  };
  // Once in a million times both have the same code.
  if (first !== second) expect(await follow(first)).toEqual([400, true]);
  expect(await follow(second)).toEqual([200, false]);
  const page = `${identity.url}/idp/confirmUser`;
  for (const link of [second, page, `${page}?user_name=a&user_name=b`, `${page}?client_id=%00`])
    expect(await follow(link)).toEqual([400, true]);
});

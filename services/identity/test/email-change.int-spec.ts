import {
  accessTokenOf,
  changedEmail,
  confirmedPerson,
  givePhone,
  newEmail,
  signedInPerson,
} from './person';
import { runningIdentity, wrongOf } from './running-identity';

/** Addresses of accounts: verified again, and changed to an address with an unconfirmed sign-up. */
const identity = runningIdentity();

const STRANGERS = 'Stranger-horse-1';

const askForCode = (AccessToken: string, AttributeName = 'email') =>
  identity.call('GetUserAttributeVerificationCode', { AccessToken, AttributeName });
const verify = async (AccessToken: string, code: string, attribute = 'email') =>
  (await identity.verifyAttribute(AccessToken, attribute, code)).error;
const update = (AccessToken: string, email: string) =>
  identity.changeAttributes(AccessToken, { email });
const signUp = (email: string) => identity.signUp(email, STRANGERS);

it('a verified address gets a fresh code, which verifies it and changes nothing', async () => {
  const { email, AccessToken } = await signedInPerson(identity);
  identity.clearInbox();
  const asked = await askForCode(AccessToken);
  expect(asked.body).toEqual({
    CodeDeliveryDetails: expect.objectContaining({
      AttributeName: 'email',
      DeliveryMedium: 'EMAIL',
    }),
  });
  const { code, is_current } = await identity.mail('verify-email', email);
  expect(is_current).toBe(true);
  expect(await verify(AccessToken, wrongOf(code))).toMatch(/^CodeMismatchException/);
  expect(await verify(AccessToken, code)).toBe('');
  expect(await verify(AccessToken, code)).toMatch(/^ExpiredCodeException/);
  const { body } = await identity.call('GetUser', { AccessToken });
  expect(body['UserAttributes']).toEqual(
    expect.arrayContaining([
      { Name: 'email', Value: email },
      { Name: 'email_verified', Value: 'true' },
    ]),
  );
  // Nothing changed, so there is no mail and nothing to undo.
  expect(identity.mailsTo(email).map(({ template }) => template)).toEqual(['verify-email']);
  expect(await identity.sql(`SELECT 1 FROM email_change_undo WHERE email = $1`, [email])).toEqual(
    [],
  );
});

it('sends codes to a verified address with the usual limit, and to a waiting new address first', async () => {
  const { email, AccessToken } = await signedInPerson(identity);
  const wanted = newEmail();
  await update(AccessToken, wanted);
  identity.clearInbox();
  await askForCode(AccessToken);
  await identity.mail('verify-email', wanted);
  expect(identity.mailsTo(email)).toEqual([]);
  const errors: string[] = [];
  for (let n = 0; n < 9; n += 1) errors.push((await askForCode(AccessToken)).error);
  expect(errors.slice(0, 8)).toEqual(Array(8).fill(''));
  expect(errors.at(-1)).toMatch(/^LimitExceededException/);
});

it('a verified telephone number gets a fresh code too; without one there is nothing to verify', async () => {
  const { id, email, AccessToken } = await signedInPerson(identity);
  expect((await askForCode(AccessToken, 'phone_number')).error).toMatch(/^InvalidParameter/);
  await givePhone(identity, id);
  identity.clearInbox();
  expect((await askForCode(AccessToken, 'phone_number')).error).toBe('');
  const { code } = await identity.mail('text-message', email);
  expect(await verify(AccessToken, code, 'phone_number')).toBe('');
  expect(identity.mailsTo(email).map(({ template }) => template)).toEqual(['text-message']);
});

it('a stranger’s sign-up does not hold a change up, whenever it comes, and is not told of', async () => {
  const taken = newEmail();
  await signUp(taken);
  const takenMeanwhile = newEmail();
  const answers = [];
  for (const wanted of [taken, takenMeanwhile, newEmail()]) {
    const { AccessToken } = await signedInPerson(identity);
    const { status, error, body } = await update(AccessToken, wanted);
    answers.push([status, error, Object.keys(body)]);
    const { code } = await identity.mail('verify-email', wanted);
    if (wanted === takenMeanwhile) await signUp(takenMeanwhile);
    expect(await verify(AccessToken, code)).toBe('');
    const found = await identity.sql('SELECT status FROM pool_user WHERE email = $1', [wanted]);
    expect(found).toEqual([{ status: 'CONFIRMED' }]);
    // The stranger's password is refused, and their sign-up is deleted.
    await expect(accessTokenOf(identity, wanted, STRANGERS)).rejects.toThrow('Incorrect');
  }
  expect(answers[1]).toEqual(answers[0]);
  expect(answers[2]).toEqual(answers[0]);
  const waiting = await identity.sql(
    `SELECT 1 FROM waiting_sign_up w WHERE NOT EXISTS (SELECT FROM pool_user u WHERE u.id = w.user_id)`,
  );
  expect(waiting).toEqual([]);
});

it('an account that is confirmed meanwhile keeps its address', async () => {
  const { email, AccessToken } = await signedInPerson(identity);
  const wanted = newEmail();
  await update(AccessToken, wanted);
  const { code } = await identity.mail('verify-email', wanted);
  const owner = await confirmedPerson(identity, { email: wanted });
  expect(await verify(AccessToken, code)).toMatch(/^AliasExistsException/);
  expect((await update(AccessToken, wanted)).error).toMatch(/^AliasExistsException/);
  const rows = await identity.sql('SELECT id FROM pool_user WHERE email = $1', [wanted]);
  expect(rows).toEqual([{ id: owner.id }]);
  expect(await accessTokenOf(identity, email)).toBeTruthy();
});

it('a concurrent confirmation and change give the address to one account, and lose none', async () => {
  for (let round = 0; round < 4; round += 1) {
    const { email, AccessToken } = await signedInPerson(identity);
    const wanted = newEmail();
    await signUp(wanted);
    const { code: confirmation } = await identity.mail('confirm-sign-up', wanted);
    await update(AccessToken, wanted);
    const { code } = await identity.mail('verify-email', wanted);
    const [confirmed, changed] = await Promise.all([
      identity.confirmSignUp(wanted, confirmation),
      identity.verifyAttribute(AccessToken, 'email', code),
    ]);
    for (const { status } of [confirmed, changed]) expect([200, 400]).toContain(status);
    expect([confirmed.error, changed.error].filter((error) => error === '')).toHaveLength(1);
    const owners = await identity.sql<{ email: string }>(
      'SELECT email FROM pool_user WHERE email = ANY ($1) ORDER BY email = $2',
      [[email, wanted], wanted],
    );
    const expected = changed.error === '' ? [wanted] : [email, wanted];
    expect(owners.map((row) => row.email)).toEqual(expected);
  }
});

it('changing to and fro needs a code each time', async () => {
  const { email, AccessToken } = await signedInPerson(identity);
  const other = newEmail();
  await changedEmail(identity, AccessToken, other);
  await changedEmail(identity, AccessToken, email);
  expect(await accessTokenOf(identity, email)).toBeTruthy();
});

import { SigningKeys } from '../src/signing-keys/signing-keys';
import { confirmedPerson, newEmail } from './person';
import {
  attributeList,
  PASSWORD,
  POOL_ID,
  runningIdentity,
  WEB_CLIENT_ID,
} from './running-identity';

const identity = runningIdentity();

describe('the endpoint', () => {
  it('answers an operation with JSON of the protocol', async () => {
    const answer = await identity.signUp(newEmail());
    expect(answer.error).toBe('');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toMatch(/^application\/x-amz-json-1\.1/);
    expect(answer.headers.get('x-amzn-requestid')).toMatch(/^[0-9a-f-]{36}$/);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.body).toEqual({
      UserConfirmed: false,
      UserSub: expect.stringMatching(/^[0-9a-f-]{36}$/),
      CodeDeliveryDetails: {
        Destination: expect.stringMatching(/^.\*\*\*@e\*\*\*$/),
        DeliveryMedium: 'EMAIL',
        AttributeName: 'email',
      },
      Session: expect.stringMatching(/^[\w-]{128}$/),
    });
  });

  it('takes the trailing slash and plain JSON too', async () => {
    const response = await fetch(`${identity.endpoint}/`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json; charset=UTF-8',
        'x-amz-target': 'AWSCognitoIdentityProviderService.InitiateAuth',
      },
      body: '{}',
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ __type: 'InvalidParameterException' });
  });

  it('names a refusal the same in header and body', async () => {
    const answer = await identity.signIn(newEmail(), PASSWORD, { ClientId: 'other' });
    const sentence = 'User pool client other does not exist.';
    expect(answer.status).toBe(400);
    expect(answer.error).toBe(`ResourceNotFoundException: ${sentence}`);
    expect(answer.headers.get('x-amzn-errortype')).toBe('ResourceNotFoundException:');
    expect(answer.headers.get('x-amzn-errormessage')).toBe(sentence);
  });

  it('says which member is missing in the words that clients look for', async () => {
    const answer = await identity.call('SignUp', {
      ClientId: WEB_CLIENT_ID,
      Username: 'a@example.org',
    });
    expect(answer.error).toBe(
      "InvalidParameterException: 1 validation error detected: Value at 'password' failed to satisfy constraint: Member must not be null",
    );
  });

  it.each([
    ['an unknown operation', 'Nonsense', '{}', 'UnknownOperationException'],
    ['the name of a built-in', 'constructor', '{}', 'UnknownOperationException'],
    ['no JSON', 'SignUp', '{"ClientId":', 'SerializationException'],
    ['an empty body', 'SignUp', '', 'SerializationException'],
    ['a list', 'SignUp', '[]', 'SerializationException'],
    ['null', 'SignUp', 'null', 'SerializationException'],
    ['a string', 'SignUp', '"x"', 'SerializationException'],
    ['a list in a list in a list', 'SignUp', '['.repeat(30_000), 'SerializationException'],
    ['an endless nest', 'SignUp', `{"a":${'['.repeat(30_000)}${']'.repeat(30_000)}}`, 'Exception'],
    ['null for a member', 'SignUp', '{"ClientId":null}', 'Member must not be null'],
    ['a huge body', 'SignUp', JSON.stringify({ x: 'x'.repeat(70_000) }), 'SerializationException'],
    [
      'a number for a text',
      'SignUp',
      '{"ClientId":1,"Username":"a","Password":"b"}',
      'SerializationException: NUMBER_VALUE can not be converted to a String',
    ],
    [
      'a structure for a text',
      'SignUp',
      '{"ClientId":"a","Username":{},"Password":"b"}',
      'SerializationException: Start of structure or map found where not expected.',
    ],
    [
      'a list for a text',
      'SignUp',
      '{"ClientId":"a","Username":"a","Password":[]}',
      'SerializationException: Start of list found where not expected',
    ],
    [
      'a text for a list',
      'SignUp',
      '{"ClientId":"a","Username":"a","Password":"b","UserAttributes":"c"}',
      'SerializationException: Expected list or null',
    ],
    [
      'a text for a structure',
      'InitiateAuth',
      '{"ClientId":"a","AuthFlow":"USER_AUTH","AuthParameters":"c"}',
      'SerializationException: Expected structure or null',
    ],
    [
      'NUL in names',
      'InitiateAuth',
      JSON.stringify({
        ClientId: WEB_CLIENT_ID,
        AuthFlow: 'USER_SRP_AUTH',
        AuthParameters: { USERNAME: 'a\u0000@b.c', SRP_A: '12' },
      }),
      'InvalidParameterException',
    ],
    [
      'NUL in the name of a device',
      'RespondToAuthChallenge',
      JSON.stringify({
        ClientId: WEB_CLIENT_ID,
        ChallengeName: 'PASSWORD_VERIFIER',
        ChallengeResponses: {
          USERNAME: 'a@b.cd',
          PASSWORD_CLAIM_SIGNATURE: 'x',
          PASSWORD_CLAIM_SECRET_BLOCK: 'x',
          TIMESTAMP: 'Wed Apr 5 22:42:34 UTC 2017',
          DEVICE_KEY: 'a\u0000b',
        },
      }),
      'InvalidParameterException',
    ],
    ['half a character', 'GetUser', '{"AccessToken":"a\\ud800b"}', 'InvalidParameterException'],
    ['half a character in a key', 'GetUser', '{"\\udc00":"x"}', 'InvalidParameterException'],
    [
      'an unknown flow',
      'InitiateAuth',
      JSON.stringify({ ClientId: WEB_CLIENT_ID, AuthFlow: 'PASSWORDLESS' }),
      "InvalidParameterException: 1 validation error detected: Value at 'authFlow' failed to satisfy constraint: Member must satisfy enum value set: [USER_SRP_AUTH, ",
    ],
    [
      'parameters that are no strings',
      'InitiateAuth',
      JSON.stringify({
        ClientId: WEB_CLIENT_ID,
        AuthFlow: 'USER_SRP_AUTH',
        AuthParameters: { USERNAME: { $ne: '' }, SRP_A: '12' },
      }),
      'SerializationException',
    ],
    [
      'a forbidden flow',
      'InitiateAuth',
      JSON.stringify({
        ClientId: WEB_CLIENT_ID,
        AuthFlow: 'USER_PASSWORD_AUTH',
        AuthParameters: { USERNAME: 'a@b.cd', PASSWORD: 'x' },
      }),
      'InvalidParameterException: USER_PASSWORD_AUTH flow not enabled for this client',
    ],
    [
      'an unknown challenge',
      'RespondToAuthChallenge',
      JSON.stringify({ ClientId: WEB_CLIENT_ID, ChallengeName: 'NEW_PASSWORD_REQUIRED' }),
      'InvalidParameterException',
    ],
    ['a made-up access token', 'GetUser', '{"AccessToken":"a.b.c"}', 'NotAuthorizedException'],
    ['an empty access token', 'GlobalSignOut', '{"AccessToken":""}', 'NotAuthorizedException'],
    [
      'an unsigned access token',
      'GetUser',
      JSON.stringify({
        AccessToken: `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from('{"sub":"x"}').toString('base64url')}.`,
      }),
      'NotAuthorizedException: Invalid Access Token',
    ],
  ])('answers %s with its own kind of error', async (_what, operation, body, error) => {
    const answer = await identity.call(operation, body);
    expect(answer.status).toBe(400);
    expect(answer.error).toContain(error);
  });

  it.each([1, 150, 2000])(
    'refuses %i malformed attributes, in a header that fits',
    async (count) => {
      const UserAttributes = Array.from({ length: count }, () => ({}));
      const answer = await identity.signUp(newEmail(), PASSWORD, { UserAttributes });
      expect(answer.status).toBe(400);
      expect(answer.error).toContain('InvalidParameterException');
      expect(answer.error).toContain("'userAttributes.0.name'");
      expect(answer.error.length).toBeLessThan(2000);
      expect(answer.headers.get('x-amzn-errormessage')?.length).toBeLessThanOrEqual(512);
    },
  );

  it('refuses bytes that are no UTF-8', async () => {
    const response = await fetch(identity.endpoint, {
      method: 'POST',
      headers: { 'x-amz-target': 'AWSCognitoIdentityProviderService.GetUser' },
      body: Buffer.from([...Buffer.from('{"AccessToken":"a'), 0xff, ...Buffer.from('"}')]),
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ __type: 'SerializationException' });
  });

  it('knows no target, no operation of another service, no other method', async () => {
    for (const target of [undefined, 'SignUp', 'AWSCognitoIdentityService.SignUp', '__proto__']) {
      const response = await fetch(identity.endpoint, {
        method: 'POST',
        headers: target ? { 'x-amz-target': target } : {},
        body: '{}',
      });
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ __type: 'UnknownOperationException' });
    }
    expect((await fetch(identity.endpoint)).status).toBe(405);
  });
});

describe('the documents', () => {
  it('publish two keys, cacheable, for anyone', async () => {
    const response = await fetch(`${identity.issuer}/.well-known/jwks.json`);
    expect(response.headers.get('cache-control')).toBe('public, max-age=3600');
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    const { keys } = (await response.json()) as { keys: Record<string, string>[] };
    expect(keys).toHaveLength(2);
    for (const key of keys) {
      expect(Object.keys(key).sort()).toEqual(['alg', 'e', 'kid', 'kty', 'n', 'use']);
      expect(key).toMatchObject({ kty: 'RSA', alg: 'RS256', use: 'sig' });
    }
    const openid = await fetch(`${identity.issuer}/.well-known/openid-configuration`);
    expect(openid.headers.get('cache-control')).toBe('public, max-age=3600');
    expect(await openid.json()).toMatchObject({
      issuer: identity.issuer,
      jwks_uri: `${identity.issuer}/.well-known/jwks.json`,
    });
  });

  it('leave nothing in caches where there are none', async () => {
    const statusOf = async (path: string) => {
      const response = await fetch(`${identity.endpoint}/${path}`);
      expect(response.headers.get('cache-control')).toBe('no-store');
      return response.status;
    };
    expect(await statusOf('other_Pool/.well-known/jwks.json')).toBe(404);
    expect(await statusOf('other_Pool/.well-known/openid-configuration')).toBe(404);
    const keys = jest.spyOn(identity.app.get(SigningKeys), 'publicKeys');
    keys.mockRejectedValueOnce(new Error('no database'));
    expect(await statusOf(`${POOL_ID}/.well-known/jwks.json`)).toBe(500);
    keys.mockRestore();
  });
});

describe('signing up', () => {
  it.each([
    ['short', 'Ab1', /Password not long enough/],
    ['without digits', 'Abcdefghij', /Password must have numeric characters/],
    ['with a space at its end', 'Abcdefgh1 ', /must not begin or end with a space/],
    ['empty', '', /Password not long enough/],
    ['endless', `Ab1${'x'.repeat(300)}`, /Password too long/],
  ])('refuses a password that is %s', async (_what, password, reason) => {
    const { error } = await identity.signUp(newEmail(), password);
    expect(error).toMatch(/^InvalidPasswordException: Password did not conform with policy: /);
    expect(error).toMatch(reason);
  });

  it.each([
    ['given_name', 'Ünï', /^$/],
    ['given_name', 'a\u0000b', /^InvalidParameter/],
    ['given_name', 'x'.repeat(201), /^InvalidParameter/],
    ['is_admin', 'true', /^InvalidParameter/],
    ['email_verified', 'true', /^NotAuthorized/],
    ['email', 'other@example.org', /^InvalidParameter/],
  ])('with the attribute %s %j is answered %s', async (name, value, error) => {
    const UserAttributes = attributeList({ [name]: value });
    expect((await identity.signUp(newEmail(), PASSWORD, { UserAttributes })).error).toMatch(error);
  });

  it('says when the address has an account, however it is written', async () => {
    const { email } = await confirmedPerson(identity);
    for (const name of [email, email.toUpperCase(), ` ${email}`])
      expect((await identity.signUp(name)).error).toBe(
        'UsernameExistsException: An account with the given email already exists.',
      );
  });
});

it('a forgotten password can be replaced before the account was ever confirmed, which confirms it', async () => {
  const email = newEmail();
  await identity.signUp(email);
  const { code: other } = await identity.mail('confirm-sign-up', email);
  await identity.forgotPassword(email);
  const { code } = await identity.mail('reset-password', email);
  const reset = async (typed: string) =>
    (await identity.resetPassword(email, typed, 'New-pass-word-2')).error;
  // A code for one thing is good for nothing else.
  if (other !== code) expect(await reset(other)).toContain('CodeMismatchException');
  expect(await reset(code)).toBe('');
  expect((await identity.signIn(email, 'New-pass-word-2')).tokens.AccessToken).toBeTruthy();
});

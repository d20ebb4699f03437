import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fetchAuthSession, signOut } from 'aws-amplify/auth';
import { configureAmplify, signedInAccount, useAmplify } from './amplify-client';
import { authenticate, identityJsUser } from './identity-js-client';
import { PASSWORD, runningIdentity, startIdentity, type RunningIdentity } from './running-identity';

const IDENTITY_POOL_ID = 'local:0b8f1f6e-6b6e-4a4c-9d5e-0123456789ab';
const ORIGIN = 'https://tools.example.org';

/** Fakes AWS STS: records its requests and grants them. */
let asked: URLSearchParams[] = [];
let healthy = true;
let sts: Server;
let identity: RunningIdentity;
beforeAll(async () => {
  sts = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      asked.push(new URLSearchParams(body));
      response.statusCode = healthy ? 200 : 403;
      response.end(
        healthy
          ? `<r><Credentials><AccessKeyId>AK</AccessKeyId><SecretAccessKey>SK</SecretAccessKey>
             <SessionToken>ST</SessionToken><Expiration>2099-01-01T00:00:00Z</Expiration></Credentials></r>`
          : '<ErrorResponse><Error><Code>AccessDenied</Code></Error></ErrorResponse>',
      );
    });
  });
  await new Promise<void>((resolve) => sts.listen(0, '127.0.0.1', resolve));
  identity = await startIdentity({
    IDENTITY_POOL_ID,
    IDENTITY_POOL_STS_URL: `http://127.0.0.1:${(sts.address() as AddressInfo).port}`,
    IDENTITY_POOL_ROLE_ARN: 'arn:aws:iam::000000000000:role/people',
    IDENTITY_POOL_BUCKET: 'tomes',
    IDP_ALLOWED_ORIGINS: [ORIGIN],
  });
  useAmplify(identity);
  configureAmplify(identity, {
    identityPoolId: IDENTITY_POOL_ID,
    identityPoolEndpoint: identity.endpoint,
    allowGuestAccess: false,
  });
});
afterAll(async () => {
  await identity.stop();
  await new Promise((resolve) => sts.close(resolve));
});

async function callPool(operation: string, body: object, at = identity) {
  const response = await fetch(at.endpoint, {
    method: 'POST',
    headers: { 'x-amz-target': `AWSCognitoIdentityService.${operation}` },
    body: JSON.stringify(body),
  });
  return (await response.json()) as Record<string, unknown>;
}
const provider = () => identity.issuer.replace('http://', '');

it('gives the signed-in person credentials for their own prefix and nothing else', async () => {
  await signedInAccount(identity);
  const { credentials, identityId, tokens } = await fetchAuthSession();
  expect(credentials).toMatchObject({
    accessKeyId: 'AK',
    secretAccessKey: 'SK',
    sessionToken: 'ST',
    expiration: new Date('2099-01-01T00:00:00Z'),
  });
  const [request] = asked;
  const idToken = tokens?.idToken?.toString() ?? '';
  // The subject, by which a role of the store can be narrowed without this service.
  expect(identityId).toBe(`local:${tokens?.idToken?.payload.sub}`);
  expect(request?.get('WebIdentityToken')).toBe(idToken);
  const policy = JSON.parse(request?.get('Policy') ?? '{}') as {
    Statement: { Resource: string[] }[];
  };
  const prefix = `private/${identityId}/`;
  expect(policy.Statement).toEqual([
    {
      Effect: 'Allow',
      Action: ['s3:GetObject', 's3:PutObject', 's3:DeleteObject'],
      Resource: [`arn:aws:s3:::tomes/${prefix}*`],
    },
    {
      Effect: 'Allow',
      Action: ['s3:ListBucket'],
      Resource: ['arn:aws:s3:::tomes'],
      Condition: { StringLike: { 's3:prefix': [`${prefix}*`] } },
    },
  ]);

  const Logins = { [provider()]: idToken };
  expect(await callPool('GetId', { IdentityPoolId: IDENTITY_POOL_ID, Logins })).toEqual({
    IdentityId: identityId,
  });
  // Another user's identity, a token of another kind, an unknown user, a session that has ended.
  const other = 'local:00000000-0000-4000-8000-000000000000';
  expect(await callPool('GetCredentialsForIdentity', { IdentityId: other, Logins })).toMatchObject({
    __type: 'NotAuthorizedException',
  });
  const access = { [provider()]: tokens?.accessToken.toString() ?? '' };
  const get = (logins: object) =>
    callPool('GetCredentialsForIdentity', { IdentityId: identityId, Logins: logins });
  for (const logins of [access, {}, { 'evil.example/idp': idToken }])
    expect(await get(logins)).toMatchObject({ __type: 'NotAuthorizedException' });
  healthy = false;
  expect(await get(Logins)).toMatchObject({ __type: 'ServiceUnavailableException' });
  healthy = true;
  await signOut();
  asked = [];
  expect(await get(Logins)).toMatchObject({ __type: 'NotAuthorizedException' });
  expect(asked).toEqual([]);
});

describe('without settings for it', () => {
  const plain = runningIdentity();

  it('is off unless configured, and offers no other operation', async () => {
    for (const [operation, body] of [
      ['GetId', { IdentityPoolId: IDENTITY_POOL_ID }],
      ['GetCredentialsForIdentity', { IdentityId: IDENTITY_POOL_ID }],
    ] as const)
      expect(await callPool(operation, body, plain)).toMatchObject({
        __type: 'ResourceNotFoundException',
      });
    expect(await callPool('SignUp', {}, plain)).toMatchObject({
      __type: 'UnknownOperationException',
    });
    expect((await plain.call('GetId', {})).error).toContain('UnknownOperationException');
    const strange = await fetch(plain.endpoint, { method: 'OPTIONS', headers: { origin: ORIGIN } });
    expect(strange.headers.get('access-control-allow-origin')).toBeNull();
  });
});

it('lets pages of the named other origins call, and of no others', async () => {
  const ask = (method: string, origin: string) =>
    fetch(identity.endpoint, {
      method,
      headers: { origin, 'x-amz-target': 'AWSCognitoIdentityProviderService.GetUser' },
      ...(method === 'POST' ? { body: '{}' } : {}),
    });
  const preflight = await ask('OPTIONS', ORIGIN);
  expect(preflight.status).toBe(204);
  expect(preflight.headers.get('access-control-allow-origin')).toBe(ORIGIN);
  expect(preflight.headers.get('access-control-allow-headers')).toContain('x-amz-target');
  expect(preflight.headers.get('access-control-max-age')).toBe('86400');
  const answer = await ask('POST', ORIGIN);
  expect(answer.status).toBe(400);
  expect(answer.headers.get('access-control-allow-origin')).toBe(ORIGIN);
  expect(answer.headers.get('access-control-expose-headers')).toContain('x-amzn-errortype');
  for (const method of ['OPTIONS', 'POST'])
    for (const origin of ['https://evil.example', 'null', `${ORIGIN}.evil.example`])
      expect((await ask(method, origin)).headers.get('access-control-allow-origin')).toBeNull();
});

it('answers the preflight of a browser for all that the libraries send', async () => {
  const sent = new Set<string>();
  const real = globalThis.fetch;
  const spy = jest.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
    for (const [name] of new Headers(init?.headers)) sent.add(name);
    return real(input, init);
  });
  try {
    const email = await signedInAccount(identity);
    await fetchAuthSession({ forceRefresh: true });
    await authenticate(identityJsUser(identity, email), PASSWORD);
  } finally {
    spy.mockRestore();
  }
  expect([...sent]).toEqual(expect.arrayContaining(['x-amz-target', 'x-amz-user-agent']));
  const preflight = await fetch(identity.endpoint, {
    method: 'OPTIONS',
    headers: {
      origin: ORIGIN,
      'access-control-request-method': 'POST',
      'access-control-request-headers': [...sent].sort().join(','),
    },
  });
  expect(preflight.headers.get('access-control-allow-methods')).toBe('POST');
  expect(preflight.headers.get('vary')).toContain('Origin');
  const allowed = preflight.headers.get('access-control-allow-headers')?.split(', ');
  expect(allowed).toEqual(expect.arrayContaining([...sent]));
});

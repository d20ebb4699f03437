import type { FastifyRequest } from 'fastify';
import { groupOf } from './limit-groups';

const limitGroup = (method: string, url: string, target?: string | string[]) =>
  groupOf({ method, url, headers: { 'x-amz-target': target } } as unknown as FastifyRequest);
const TARGET = 'AWSCognitoIdentityProviderService.';

describe('the strict group of a request', () => {
  it.each([
    ['InitiateAuth', 'RATE_LIMIT_SIGN_IN'],
    ['RespondToAuthChallenge', 'RATE_LIMIT_SIGN_IN'],
    ['Reauthenticate', 'RATE_LIMIT_SIGN_IN'],
    ['SignUp', 'RATE_LIMIT_SIGN_UP'],
    ['ConfirmSignUp', 'RATE_LIMIT_CODE'],
    ['ResendConfirmationCode', 'RATE_LIMIT_CODE'],
    ['ForgotPassword', 'RATE_LIMIT_CODE'],
    ['ConfirmForgotPassword', 'RATE_LIMIT_CODE'],
    ['VerifyUserAttribute', 'RATE_LIMIT_CODE'],
    ['GetUserAttributeVerificationCode', 'RATE_LIMIT_CODE'],
    ['UndoEmailChange', 'RATE_LIMIT_CODE'],
    ['GetUser', undefined],
    ['initiateauth', undefined],
  ])('of the operation %s is %s', (operation, group) => {
    for (const url of ['/idp', '/idp/', '/idp?x', '/idp/?x'])
      expect(limitGroup('POST', url, TARGET + operation)).toBe(group);
    // The service reads the name after the last dot.
    for (const target of [operation, `a.b.${operation}`])
      expect(limitGroup('POST', '/idp', target)).toBe(group);
    expect(limitGroup('POST', '/idp', TARGET)).toBeUndefined();
  });

  it.each([
    ['/idp/confirmUser', 'RATE_LIMIT_CODE'],
    ['/api/subscribe', 'RATE_LIMIT_SUBSCRIBE'],
    ['/api/subscribe/resend', 'RATE_LIMIT_RESEND'],
    ['/api/subscribe/unsubscribe', 'RATE_LIMIT_RESEND'],
    ['/api/contact', 'RATE_LIMIT_CONTACT'],
    ['/api/invites/accept', 'RATE_LIMIT_INVITE'],
    ['/api/reports', 'RATE_LIMIT_REPORTS'],
    ['/api/campaigns', undefined],
    ['/api/subscribe/verify', undefined],
    ['/idp', undefined],
    ['/', undefined],
  ])('of POST %s is %s', (path, group) => {
    for (const url of [path, `${path}/`, `${path}?a=/b/`, `${path}/?a`])
      expect([url, limitGroup('POST', url)]).toEqual([url, group]);
  });

  it.each([
    ['PUT', '/api/campaigns/abc/character', 'RATE_LIMIT_CHARACTER'],
    ['DELETE', '/api/campaigns/abc/character', 'RATE_LIMIT_CHARACTER'],
    ['POST', '/api/documents/pictures', 'RATE_LIMIT_CHARACTER'],
    ['DELETE', '/api/documents/pictures/abc', 'RATE_LIMIT_CHARACTER'],
    ['GET', '/api/documents/pictures', undefined],
    ['PUT', '/api/campaigns/abc', undefined],
    ['DELETE', '/api/documents/abc', undefined],
  ])('of %s %s is %s', (method, path, group) => {
    for (const url of [path, `${path}/`, `${path}/?a=/b`])
      expect([url, limitGroup(method, url)]).toEqual([url, group]);
  });

  it('is for looking at an invite too, by which its token could be guessed', () => {
    for (const url of [
      '/api/invites',
      '/api/invites/',
      '/api/invites?token=a',
      '/api/invites/?token=a',
    ])
      expect([url, limitGroup('GET', url)]).toEqual([url, 'RATE_LIMIT_INVITE']);
    expect(limitGroup('GET', '/api/invites/accept')).toBeUndefined();
    expect(limitGroup('GET', '/api/campaigns/api/invites/')).toBeUndefined();
  });

  it('applies to POST only', () => {
    for (const method of ['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE'])
      expect([
        limitGroup(method, '/api/contact'),
        limitGroup(method, '/idp', `${TARGET}SignUp`),
      ]).toEqual([undefined, undefined]);
  });

  it('is by operation at the pool’s own address only', () => {
    expect(limitGroup('POST', '/api/campaigns', `${TARGET}SignUp`)).toBeUndefined();
    expect(limitGroup('POST', '/api/contact', `${TARGET}SignUp`)).toBe('RATE_LIMIT_CONTACT');
    expect(limitGroup('POST', '/idp', [`${TARGET}SignUp`])).toBeUndefined();
  });
});

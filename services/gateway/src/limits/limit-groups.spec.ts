import type { FastifyRequest } from 'fastify';
import { groupOf } from './limit-groups';

const limitGroup = (method: string, url: string, target?: string | string[]) =>
  groupOf({ method, url, headers: { 'x-amz-target': target } } as unknown as FastifyRequest);
const TARGET = 'AWSCognitoIdentityProviderService.';

describe('the strict group of a request', () => {
  it.each([
    ['InitiateAuth', 'sign-in'],
    ['RespondToAuthChallenge', 'sign-in'],
    ['Reauthenticate', 'sign-in'],
    ['SignUp', 'sign-up'],
    ['ConfirmSignUp', 'code'],
    ['ResendConfirmationCode', 'code'],
    ['ForgotPassword', 'code'],
    ['ConfirmForgotPassword', 'code'],
    ['VerifyUserAttribute', 'code'],
    ['GetUserAttributeVerificationCode', 'code'],
    ['UndoEmailChange', 'code'],
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
    ['/idp/confirmUser', 'code'],
    ['/api/subscribe', 'subscribe'],
    ['/api/subscribe/resend', 'resend'],
    ['/api/subscribe/unsubscribe', 'resend'],
    ['/api/contact', 'contact'],
    ['/api/invites/accept', 'invite'],
    ['/api/reports', 'reports'],
    ['/api/campaigns', undefined],
    ['/api/subscribe/verify', undefined],
    ['/idp', undefined],
    ['/', undefined],
  ])('of POST %s is %s', (path, group) => {
    for (const url of [path, `${path}/`, `${path}?a=/b/`, `${path}/?a`])
      expect([url, limitGroup('POST', url)]).toEqual([url, group]);
  });

  it.each([
    ['PUT', '/api/campaigns/abc/character', 'character'],
    ['DELETE', '/api/campaigns/abc/character', 'character'],
    ['POST', '/api/documents/pictures', 'character'],
    ['DELETE', '/api/documents/pictures/abc', 'character'],
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
      expect([url, limitGroup('GET', url)]).toEqual([url, 'invite']);
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
    expect(limitGroup('POST', '/api/contact', `${TARGET}SignUp`)).toBe('contact');
    expect(limitGroup('POST', '/idp', [`${TARGET}SignUp`])).toBeUndefined();
  });
});

import type { FastifyRequest } from 'fastify';

/** Stricter limits for calls that send mail, test secrets, write logs, or make the pages of a whole party reload. */
export type LimitGroup =
  | 'sign-in'
  | 'sign-up'
  | 'code'
  | 'subscribe'
  | 'resend'
  | 'contact'
  | 'invite'
  | 'reports'
  | 'character';

const USER_POOL_GROUPS = new Map<string, LimitGroup>([
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
]);

const PATH_GROUPS = new Map<string, LimitGroup>([
  // Guesses the same secret as ConfirmSignUp.
  ['/idp/confirmUser', 'code'],
  ['/api/subscribe', 'subscribe'],
  ['/api/subscribe/resend', 'resend'],
  ['/api/subscribe/unsubscribe', 'resend'],
  ['/api/contact', 'contact'],
  ['/api/invites/accept', 'invite'],
  ['/api/reports', 'reports'],
]);

/** Public, and reveals whether an invite token is valid. */
const INVITE_PREVIEW = /^\/api\/invites\/?(?:\?|$)/;

/** A player's character and its portrait: every member's pages reload after a change. */
const CHARACTER =
  /^\/api\/(?:campaigns\/[^/?]+\/character|documents\/pictures(?:\/[^/?]+)?)\/?(?:\?|$)/;

/** Expects a canonical path, with or without a trailing slash. */
export function groupOf(request: FastifyRequest): LimitGroup | undefined {
  if (request.method === 'GET') return INVITE_PREVIEW.test(request.url) ? 'invite' : undefined;
  if (CHARACTER.test(request.url)) return 'character';
  if (request.method !== 'POST') return undefined;
  const [url = ''] = request.url.split('?', 1);
  const path = url.endsWith('/') ? url.slice(0, -1) : url;
  const target = request.headers['x-amz-target'];
  if (path === '/idp' && typeof target === 'string')
    return USER_POOL_GROUPS.get(target.slice(target.lastIndexOf('.') + 1));
  return PATH_GROUPS.get(path);
}

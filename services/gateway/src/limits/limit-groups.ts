import type { FastifyRequest } from 'fastify';

/** Calls that cost a mail, a guess at a secret or lines in the log, and so have counters of their own. */
export type LimitGroup =
  'sign-in' | 'sign-up' | 'code' | 'subscribe' | 'resend' | 'contact' | 'invite' | 'reports';

/** Operations of the user-pool protocol; others count for the address alone. */
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
  // The same guess as ConfirmSignUp, by a link.
  ['/idp/confirmUser', 'code'],
  ['/api/subscribe', 'subscribe'],
  ['/api/subscribe/resend', 'resend'],
  ['/api/subscribe/unsubscribe', 'resend'],
  ['/api/contact', 'contact'],
  ['/api/invites/accept', 'invite'],
  ['/api/reports', 'reports'],
]);

/** Open to visitors, and answers whether a token is good. */
const INVITE_PREVIEW = /^\/api\/invites\/?(?:\?|$)/;

/** The strict group of a request, if it belongs to one. Its path has its one spelling, but for a slash at the end. */
export function groupOf(request: FastifyRequest): LimitGroup | undefined {
  if (request.method === 'GET') return INVITE_PREVIEW.test(request.url) ? 'invite' : undefined;
  if (request.method !== 'POST') return undefined;
  const [url = ''] = request.url.split('?', 1);
  const path = url.endsWith('/') ? url.slice(0, -1) : url;
  const target = request.headers['x-amz-target'];
  if (path === '/idp' && typeof target === 'string')
    return USER_POOL_GROUPS.get(target.slice(target.lastIndexOf('.') + 1));
  return PATH_GROUPS.get(path);
}

import type { FastifyRequest } from 'fastify';
import type { RateLimit } from '../config';

const USER_POOL_GROUPS = new Map<string, RateLimit>([
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
]);

const PATH_GROUPS = new Map<string, RateLimit>([
  // Guesses the same secret as ConfirmSignUp.
  ['/idp/confirmUser', 'RATE_LIMIT_CODE'],
  ['/api/subscribe', 'RATE_LIMIT_SUBSCRIBE'],
  ['/api/subscribe/resend', 'RATE_LIMIT_RESEND'],
  ['/api/subscribe/unsubscribe', 'RATE_LIMIT_RESEND'],
  ['/api/contact', 'RATE_LIMIT_CONTACT'],
  ['/api/invites/accept', 'RATE_LIMIT_INVITE'],
  ['/api/reports', 'RATE_LIMIT_REPORTS'],
]);

/** Public, and reveals whether an invite token is valid. */
const INVITE_PREVIEW = /^\/api\/invites\/?(?:\?|$)/;

/** A player's character and its portrait: every member's pages reload after a change. */
const CHARACTER =
  /^\/api\/(?:campaigns\/[^/?]+\/character|documents\/pictures(?:\/[^/?]+)?)\/?(?:\?|$)/;

/**
 * The stricter limit of calls that send mail, test secrets, write logs, or make the pages of a whole party reload.
 * Expects a canonical path, with or without a trailing slash.
 */
export function groupOf(request: FastifyRequest): RateLimit | undefined {
  if (request.method === 'GET')
    return INVITE_PREVIEW.test(request.url) ? 'RATE_LIMIT_INVITE' : undefined;
  if (CHARACTER.test(request.url)) return 'RATE_LIMIT_CHARACTER';
  if (request.method !== 'POST') return undefined;
  const [url = ''] = request.url.split('?', 1);
  const path = url.endsWith('/') ? url.slice(0, -1) : url;
  const target = request.headers['x-amz-target'];
  if (path === '/idp' && typeof target === 'string')
    return USER_POOL_GROUPS.get(target.slice(target.lastIndexOf('.') + 1));
  return PATH_GROUPS.get(path);
}

import { GENERAL_CODES } from '@tomekeeper/contracts-problem';
import { DomainError, OPERATORS_GROUP, unauthenticated } from '@tomekeeper/service-kit';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';

const TIMEOUT_MS = 2000;

const me = z.object({ groups: z.array(z.string()).default([]) });

/**
 * The gateway has no keys to verify tokens, so identity verifies the caller.
 * @throws {DomainError} 404 for users who are not operators, 401 without a valid token, 503 without a response of identity
 */
export async function admitOperator(
  { headers: { authorization } }: FastifyRequest,
  identity: readonly string[],
): Promise<void> {
  if (authorization === undefined) throw unauthenticated();
  const answer = await askIdentity(identity, authorization);
  if (answer?.status === 401) throw unauthenticated();
  if (!answer?.ok)
    throw new DomainError(
      'unavailable',
      GENERAL_CODES.unavailable,
      'Your sign-in can not be checked right now. Please try again in a moment.',
    );
  const { groups } = me.parse(await answer.json());
  if (!groups.includes(OPERATORS_GROUP))
    throw new DomainError('not-found', GENERAL_CODES.notFound, 'There is nothing at this address.');
}

/** @returns undefined if no replica responds */
async function askIdentity(
  origins: readonly string[],
  authorization: string,
): Promise<Response | undefined> {
  for (const origin of origins)
    try {
      return await fetch(`${origin}/api/me/`, {
        headers: { authorization },
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
    } catch {
      // Another replica may respond.
    }
  return undefined;
}

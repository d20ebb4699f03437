import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Limits } from '../limits/limits';
import type { Load } from '../shedding/load';
import { refuse } from './refusals';
import type { ErrorForm } from './route-table';

/** Sends 429 when the call exceeds a rate limit. @returns whether the call is within its limits */
export async function isWithinLimits(
  limits: Limits,
  form: ErrorForm,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<boolean> {
  const retryAfter = await limits.check(request);
  if (retryAfter === undefined) return true;
  refuse(form, { reason: 'too-many', retryAfter }, request, reply);
  return false;
}

/** Sends 503 under overload and 429 over a rate limit. @returns whether the call may proceed */
export async function isAdmitted(
  { load, limits }: { load: Load; limits: Limits },
  form: ErrorForm,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<boolean> {
  if (!load.refuses()) return isWithinLimits(limits, form, request, reply);
  refuse(form, { reason: 'busy' }, request, reply);
  return false;
}

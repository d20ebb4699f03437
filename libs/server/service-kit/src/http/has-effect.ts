import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyRequest } from 'fastify';

const CONFIG = { hasEffect: true };

/**
 * Says of a GET that it changes something, as links that work once do. The framework would answer HEAD by doing the
 * same: then a program that only looks whether a link leads somewhere uses it up.
 */
export const HasEffect = (): MethodDecorator => RouteConfig(CONFIG);

/** Whether a request would do what it only wants to look at. */
export function wouldHaveEffect({ method, routeOptions }: FastifyRequest): boolean {
  return method === 'HEAD' && 'hasEffect' in routeOptions.config;
}

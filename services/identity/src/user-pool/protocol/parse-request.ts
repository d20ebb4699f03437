import type { z } from 'zod';
import { refuse } from './refusals';

/**
 * Parses a request or refuses it the way the managed service does. Clients look for its sentence about
 * a missing member to say which field a person left empty.
 */
export function parseRequest<Input>(schema: z.ZodType<Input>, body: unknown): Input {
  const result = schema.safeParse(body);
  if (result.success) return result.data;
  const issues = result.error.issues.map((issue) => sentence(issue, body));
  throw refuse.invalidParameter(
    `${issues.length} validation error${issues.length === 1 ? '' : 's'} detected: ${issues.join('; ')}`,
  );
}

function sentence(issue: z.core.$ZodIssue, body: unknown): string {
  const path = issue.path.map(String);
  const constraint = isAbsent(body, path) ? 'Member must not be null' : issue.message;
  return `Value at '${memberName(path)}' failed to satisfy constraint: ${constraint}`;
}

function isAbsent(body: unknown, path: readonly string[]): boolean {
  let value: unknown = body;
  for (const key of path) {
    if (typeof value !== 'object' || value === null) return true;
    value = Reflect.get(value, key);
  }
  return value === undefined || value === null;
}

/** `UserAttributes.0.Name` reads `userAttributes.0.member.name` there, in camel case. */
function memberName(path: readonly string[]): string {
  return path.map((part) => part.charAt(0).toLowerCase() + part.slice(1)).join('.') || 'request';
}

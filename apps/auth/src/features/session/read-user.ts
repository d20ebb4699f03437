import type { CurrentUser } from '@tomekeeper/contracts-identity';

/**
 * Parses the response of `GET /api/me/` on every signed-in page without zod, which has 24 kB. The contract's schema remains the
 * definition; the spec feeds both the same input.
 * @throws {TypeError} for an invalid response
 */
export function readUser(value: unknown): CurrentUser {
  if (typeof value !== 'object' || value === null)
    throw new TypeError('The user is not an object.');
  const given = new Map<string, unknown>(Object.entries(value));
  const text = (name: string): string => {
    const field = given.get(name);
    if (typeof field !== 'string') throw new TypeError(`${name} of the user is not a text.`);
    return field;
  };
  const groups = given.get('groups');
  if (groups !== undefined && !isTexts(groups))
    throw new TypeError('groups of the user are not texts.');
  return {
    id: text('id'),
    email: text('email'),
    first_name: text('first_name'),
    last_name: text('last_name'),
    ...(groups && { groups }),
  };
}

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string');

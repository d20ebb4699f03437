/**
 * An answer as a service of a later release may give it: every object, and every one in a list, has a field
 * that no contract knows. (An object within an object may be a map, whose fields are all of one kind.)
 */
export function fromLaterRelease(body: unknown): unknown {
  if (Array.isArray(body)) return body.map(fromLaterRelease);
  if (typeof body !== 'object' || body === null) return body;
  const fields = Object.entries(body).map(([name, value]: [string, unknown]) => [
    name,
    Array.isArray(value) ? fromLaterRelease(value) : value,
  ]);
  return { ...Object.fromEntries(fields), added_later: { of: ['any', 'shape'] } };
}

/**
 * Adds an unknown field to the response object and to each list item, as a later release may do. Nested objects are unchanged,
 * because they may be maps with values of one type.
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

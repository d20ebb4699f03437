import { emailAddress, id } from '@tomekeeper/contracts-values';

/** A reference to a user: by user id, by e-mail address, or invalid. */
export type PlayerReference =
  | { kind: 'id'; id: string }
  | { kind: 'email'; email: string }
  | { kind: 'unreadable'; text: string };

export function readPlayerReference(text: string): PlayerReference {
  const asId = id.safeParse(text);
  if (asId.success) return { kind: 'id', id: asId.data.toLowerCase() };
  const asEmail = emailAddress.safeParse(text);
  if (asEmail.success) return { kind: 'email', email: asEmail.data };
  return { kind: 'unreadable', text };
}

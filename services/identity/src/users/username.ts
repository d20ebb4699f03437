import { emailAddress, id } from '@tomekeeper/contracts-values';

/** The parsed name of a sign-in. */
export type Username =
  | { kind: 'email'; email: string }
  | { kind: 'id'; id: string }
  /** No account can have this name. */
  | { kind: 'other'; text: string };

/** Parses a name: users sign in with their e-mail address; clients that know the account's id use it. */
export function parseUsername(text: string): Username {
  const email = emailAddress.safeParse(text);
  if (email.success) return { kind: 'email', email: email.data };
  const asId = id.safeParse(text.toLowerCase());
  return asId.success ? { kind: 'id', id: asId.data } : { kind: 'other', text };
}

/** Normalizes a name, regardless of how it was typed. */
export function canonical(username: Username): string {
  switch (username.kind) {
    case 'email':
      return username.email;
    case 'id':
      return username.id;
    case 'other':
      return username.text.trim().toLowerCase();
  }
}

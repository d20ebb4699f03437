import { emailAddress, id } from '@tomekeeper/contracts-values';

/** What a person typed as their name at sign-in, understood. */
export type Username =
  | { kind: 'email'; email: string }
  | { kind: 'id'; id: string }
  /** No user can have this name. */
  | { kind: 'other'; text: string };

/** People sign in with their e-mail address; clients that know it use the account's id. */
export function parseUsername(text: string): Username {
  const email = emailAddress.safeParse(text);
  if (email.success) return { kind: 'email', email: email.data };
  const asId = id.safeParse(text.toLowerCase());
  return asId.success ? { kind: 'id', id: asId.data } : { kind: 'other', text };
}

/** The same name always reads the same here, however it was typed. */
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

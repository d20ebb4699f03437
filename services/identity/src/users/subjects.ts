import { Injectable } from '@nestjs/common';
import type { PoolClient } from '../clients/pool-clients';
import { refuse } from '../protocol/refusals';
import { DecoyUsers } from './decoy-users';
import type { PoolUser } from './pool-user';
import { PoolUsers } from './pool-users';
import { parseUsername, type Username } from './username';

/** Whom a request is about: an account, or the decoy of one that does not exist. */
export interface Subject {
  /** Keys sessions, codes, locks and quotas alike. */
  id: string;
  user: PoolUser | undefined;
  username: Username;
}

/** Finds whom a request is about. Only clients with `tellsUnknownUsers` learn that there is no such account. */
@Injectable()
export class Subjects {
  constructor(
    private readonly users: PoolUsers,
    private readonly decoys: DecoyUsers,
  ) {}

  /** @throws the protocol's refusal for an unknown user, to clients that `tellsUnknownUsers` is set for */
  async find(text: string, client?: Pick<PoolClient, 'tellsUnknownUsers'>): Promise<Subject> {
    const username = parseUsername(text);
    const user = await this.users.find(username);
    if (!user && client?.tellsUnknownUsers) throw refuse.userNotFound();
    return { id: user?.id ?? this.decoys.idOf(username), user, username };
  }
}

/** The subject that an account is. */
export function subjectOf(user: PoolUser): Subject {
  return { id: user.id, user, username: { kind: 'email', email: user.email } };
}

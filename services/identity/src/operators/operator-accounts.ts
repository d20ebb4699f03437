import { Injectable } from '@nestjs/common';
import type { ActivityKind } from '@tomekeeper/contracts-identity';
import { type Transaction, UnitOfWork } from '@tomekeeper/persistence';
import { OPERATORS_GROUP } from '@tomekeeper/service-kit';
import { randomInt, randomUUID } from 'node:crypto';
import { SecurityEvents } from '../audit/security-events';
import { GuessLockout } from '../lockout/guess-lockout';
import { TemporaryPasswords } from '../passwords/password-changes';
import { Passwords } from '../passwords/passwords';
import { UserSessions } from '../sessions/user-sessions';
import { PoolSettings } from '../settings/pool-settings';
import { type PoolUser, type PoolUserRow, toPoolUser, userColumns } from '../users/pool-user';
import { PoolUsers } from '../users/pool-users';
import { parseUsername } from '../users/username';

/** Upper bound of listed group members. */
const MAX_MEMBERS = 1000;

/** The group of the installation's operators. Tokens contain it; no network API changes it. */
@Injectable()
export class OperatorRole {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly settings: PoolSettings,
    private readonly sessions: UserSessions,
    private readonly events: SecurityEvents,
  ) {}

  /** Returns the operators, sorted by address. */
  async members(): Promise<PoolUser[]> {
    const rows = await this.uow.query<PoolUserRow>(
      `SELECT ${userColumns('u')} FROM group_member m JOIN pool_user u ON u.id = m.user_id
        WHERE m.group_name = $1 AND u.pool_id = $2 ORDER BY u.email LIMIT ${MAX_MEMBERS}`,
      [OPERATORS_GROUP, this.settings.poolId],
    );
    return rows.map(toPoolUser);
  }

  /** Takes effect in tokens that are issued from now on. */
  async grant({ id }: PoolUser): Promise<void> {
    await this.uow.run(async (tx) => {
      const added = await tx.query(
        `INSERT INTO group_member (user_id, group_name) VALUES ($1, $2)
         ON CONFLICT DO NOTHING RETURNING user_id`,
        [id, OPERATORS_GROUP],
      );
      if (added.length > 0) await this.events.record(id, 'operator_role_given', tx);
    });
  }

  /** Ends the user's sessions, and with them the tokens that contain the group. Repeating it ends newer sessions too. */
  async revoke({ id }: PoolUser): Promise<void> {
    await this.uow.run(async (tx) => {
      const removed = await tx.query(
        'DELETE FROM group_member WHERE user_id = $1 AND group_name = $2 RETURNING user_id',
        [id, OPERATORS_GROUP],
      );
      if (removed.length > 0) await this.events.record(id, 'operator_role_taken', tx);
    });
    // Not in the same transaction: it would miss a concurrent sign-in that read the group before the commit.
    await this.uow.run((tx) => this.sessions.endAll(tx, id));
  }
}

/** An operator's mistake. The command line prints the message. */
export class OperatorProblem extends Error {}

export interface ListedAccount extends PoolUser {
  createdAt: Date;
}

const MAX_LISTED = 1000;
const LETTERS = {
  upper: 'ABCDEFGHJKLMNPQRSTUVWXYZ',
  lower: 'abcdefghijkmnpqrstuvwxyz',
  digit: '23456789',
  symbol: '-_.!',
} as const;
const PASSWORD_LENGTH = 16;

/** Account management for operators. */
@Injectable()
export class OperatorAccounts {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly settings: PoolSettings,
    private readonly users: PoolUsers,
    private readonly sessions: UserSessions,
    private readonly passwords: Passwords,
    private readonly temporary: TemporaryPasswords,
    private readonly lockout: GuessLockout,
    private readonly events: SecurityEvents,
  ) {}

  /**
   * Lists accounts, newest first.
   * @param part part of the address or a name; without it lists all accounts
   */
  async list(part = ''): Promise<ListedAccount[]> {
    const rows = await this.uow.query<PoolUserRow & { created_at: Date }>(
      `SELECT ${userColumns()}, created_at FROM pool_user
        WHERE pool_id = $1
          AND strpos(lower(email || ' ' || given_name || ' ' || family_name), lower($2)) > 0
        ORDER BY created_at DESC LIMIT ${MAX_LISTED}`,
      [this.settings.poolId, part],
    );
    return rows.map((row) => ({ ...toPoolUser(row), createdAt: row.created_at }));
  }

  /** @returns the account with its temporary password, which is not stored in plain text */
  async create(
    text: string,
    names: { givenName: string; familyName: string },
  ): Promise<{ user: PoolUser; password: string }> {
    const username = parseUsername(text);
    if (username.kind !== 'email') throw new OperatorProblem(`${text} is no e-mail address.`);
    const user: PoolUser = {
      id: randomUUID(),
      email: username.email,
      emailVerified: true,
      phoneNumber: '',
      phoneNumberVerified: false,
      credentialEpoch: 0,
      status: 'FORCE_CHANGE_PASSWORD',
      enabled: true,
      ...names,
    };
    const password = this.temporaryPasswordFor(user);
    const prepared = await this.passwords.prepare(user.id, password);
    await this.uow.run(async (tx) => {
      if (!(await this.users.add(tx, user)))
        throw new OperatorProblem(`${user.email} has an account already.`);
      await this.temporary.give(tx, prepared);
    });
    return { user, password };
  }

  /** Blocks sign-in and ends all sessions. */
  async disable(name: string): Promise<PoolUser> {
    return this.change(name, 'operator_disabled', async (tx, user) => {
      await this.setEnabled(tx, user.id, false);
      await this.sessions.endAll(tx, user.id);
    });
  }

  async enable(name: string): Promise<PoolUser> {
    return this.change(name, 'operator_enabled', async (tx, user) => {
      await this.setEnabled(tx, user.id, true);
      await this.lockout.clear(user.id, tx);
    });
  }

  async signOut(name: string): Promise<PoolUser> {
    return this.change(name, 'operator_signed_out', (tx, user) =>
      this.sessions.endAll(tx, user.id),
    );
  }

  /** Ends all sessions; the next sign-in requires a password reset with a mailed code. */
  async reset(name: string): Promise<PoolUser> {
    return this.change(name, 'operator_reset', async (tx, user) => {
      if (user.status === 'UNCONFIRMED')
        throw new OperatorProblem(`${user.email} has not been confirmed yet.`);
      await tx.query(
        `UPDATE pool_user SET status = 'RESET_REQUIRED', temporary_password_until = NULL,
                updated_at = now() WHERE id = $1`,
        [user.id],
      );
      await this.sessions.endAll(tx, user.id);
    });
  }

  /** Replaces the password by a temporary one, without access to the mailbox. */
  async givePassword(name: string): Promise<{ user: PoolUser; password: string }> {
    const owner = await this.find(name);
    const { id } = owner;
    const password = this.temporaryPasswordFor(owner);
    const prepared = await this.passwords.prepare(id, password);
    const user = await this.change(name, 'operator_reset', async (tx) => {
      await this.temporary.give(tx, prepared);
      await this.lockout.clear(id, tx);
      await this.sessions.endAll(tx, id);
    });
    return { user, password };
  }

  /** @throws {OperatorProblem} when no account has this address or id */
  async find(name: string): Promise<PoolUser> {
    const user = await this.users.find(parseUsername(name));
    if (!user) throw new OperatorProblem(`There is no account with the address or id ${name}.`);
    return user;
  }

  /** Random passwords must also pass the password policy. */
  private temporaryPasswordFor(owner: PoolUser): string {
    const password = temporaryPassword();
    this.passwords.expectAllowed(password, owner);
    return password;
  }

  private async change(
    name: string,
    event: ActivityKind,
    work: (tx: Transaction, user: PoolUser) => Promise<void>,
  ): Promise<PoolUser> {
    const user = await this.find(name);
    await this.uow.run(async (tx) => {
      await work(tx, user);
      await this.events.record(user.id, event, tx);
    });
    return user;
  }

  private async setEnabled(tx: Transaction, userId: string, enabled: boolean): Promise<void> {
    await tx.query('UPDATE pool_user SET enabled = $2, updated_at = now() WHERE id = $1', [
      userId,
      enabled,
    ]);
  }
}

/** Satisfies every password policy of the pool, and is easy to read aloud over the telephone. */
function temporaryPassword(): string {
  const pick = (from: string) => from.charAt(randomInt(from.length));
  const kinds = Object.values(LETTERS);
  const any = LETTERS.upper + LETTERS.lower + LETTERS.digit;
  const rest = Array.from({ length: PASSWORD_LENGTH - kinds.length }, () => pick(any));
  const all = [...rest];
  for (const kind of kinds) all.splice(randomInt(all.length - 1) + 1, 0, pick(kind));
  return all.join('');
}

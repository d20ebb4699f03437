import { Inject, Injectable } from '@nestjs/common';
import {
  commonFormsOf,
  commonPasswordKey,
  lettersForDigits,
  type PasswordOwner,
  passwordViolations,
  WORD_VIOLATIONS,
  wordViolation,
} from '@tomekeeper/contracts-identity';
import { type Transaction, UnitOfWork } from '@tomekeeper/persistence';
import { Keyring } from '@tomekeeper/service-kit';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { refuse } from '../protocol/refusals';
import { POOL_KEYRING, PoolSettings, PRODUCT_NAME, SEALED } from '../settings/pool-settings';
import { parseVerifier, Srp, type SrpIdentity, type Verifier, verifierText } from '../srp/srp';
import { DecoyUsers } from '../users/decoy-users';

/**
 * The 14,517 lines are words of @zxcvbn-ts/language-common 4.1.3, MIT, copyright 2012-2016 Dan Wheeler
 * and Dropbox, Inc., 2021 @zxcvbn-ts; `tools/make-common-passwords.mjs` picks them.
 */
const FILE = path.join(__dirname, 'common-passwords.txt');

/** Blocklist of common passwords. */
@Injectable()
export class CommonPasswords {
  private readonly forms: ReadonlySet<string>;
  private parts: ReadonlyMap<number, readonly string[]> | undefined;

  constructor() {
    const words = readFileSync(FILE, 'utf8').split('\n').filter(Boolean);
    this.forms = new Set([...words, ...words.map(lettersForDigits)]);
  }

  includes(password: string): boolean {
    return commonFormsOf(password).some((form) => this.forms.has(form));
  }

  /** Returns the short hashes of one range of the list, for forms that check a password without sending it. */
  part(part: number): readonly string[] {
    this.parts ??= this.divided();
    return this.parts.get(part) ?? [];
  }

  private divided(): Map<number, string[]> {
    const parts = new Map<number, string[]>();
    for (const form of this.forms) {
      const { part, key } = commonPasswordKey(form);
      const keys = parts.get(part);
      if (keys) keys.push(key);
      else parts.set(part, [key]);
    }
    return parts;
  }
}

/** A password verifier, encrypted and ready to store. */
export interface SealedPassword {
  readonly userId: string;
  readonly sealed: string;
}

export const SRP_SECRET = 'srp';
/** Passwords. Only encrypted SRP verifiers are stored. */
@Injectable()
export class Passwords {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly settings: PoolSettings,
    @Inject(POOL_KEYRING) private readonly keyring: Keyring,
    private readonly srp: Srp,
    private readonly decoys: DecoyUsers,
    private readonly common: CommonPasswords,
  ) {}

  /**
   * @param owner personal words that the password must not consist of, as far as the caller may know them
   * @throws {ProtocolError} with all violations of the policy
   */
  expectAllowed(password: string, owner: PasswordOwner): void {
    const violations = passwordViolations(password, this.settings.passwordPolicy);
    if (this.common.includes(password)) violations.push(WORD_VIOLATIONS.common);
    const made = wordViolation(password, owner, PRODUCT_NAME);
    if (made !== undefined) violations.push(made);
    if (violations.length > 0) throw refuse.badPassword(violations);
  }

  /** Runs the slow key derivation outside the transaction. */
  async prepare(userId: string, password: string): Promise<SealedPassword> {
    const plain = verifierText(await this.srp.makeVerifier(this.identity(userId), password));
    return { userId, sealed: this.keyring.seal(plain, SEALED.verifier, this.owner(userId)) };
  }

  async store(tx: Transaction, { userId, sealed }: SealedPassword): Promise<void> {
    await tx.query(
      `INSERT INTO pool_secret (user_id, kind, sealed) VALUES ($1, $2, $3)
       ON CONFLICT (user_id, kind) DO UPDATE SET sealed = excluded.sealed, updated_at = now()`,
      [userId, SRP_SECRET, sealed],
    );
  }

  /** Returns the account's verifier, or a stable decoy if there is none. */
  async verifierOf(userId: string): Promise<Verifier> {
    const [row] = await this.uow.query<{ sealed: string }>(
      'SELECT sealed FROM pool_secret WHERE user_id = $1 AND kind = $2',
      [userId, SRP_SECRET],
    );
    return this.opened(userId, row?.sealed);
  }

  /** Decrypts a stored verifier; returns a decoy without one. */
  opened(userId: string, sealed: string | null | undefined): Verifier {
    if (!sealed) return this.decoys.verifierOf(userId);
    const plain = this.keyring.open(sealed, SEALED.verifier, this.owner(userId)).toString();
    return parseVerifier(plain);
  }

  /** Returns whether the account has a password. */
  async exists(userId: string): Promise<boolean> {
    const found = await this.uow.query(
      'SELECT 1 FROM pool_secret WHERE user_id = $1 AND kind = $2',
      [userId, SRP_SECRET],
    );
    return found.length > 0;
  }

  /** Verifies a plain-text password. Does not apply the lockout rules. */
  async matches(userId: string, password: string): Promise<boolean> {
    return this.srp.passwordMatches(this.identity(userId), await this.verifierOf(userId), password);
  }

  identity(userId: string): SrpIdentity {
    return { group: this.settings.srpGroup, userId };
  }

  private owner(userId: string): string {
    return `${this.settings.poolId}|${userId}`;
  }
}

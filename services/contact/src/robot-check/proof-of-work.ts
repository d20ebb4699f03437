import { Injectable } from '@nestjs/common';
import {
  robotSolution,
  type RobotChallenge,
  type RobotSolution,
} from '@tomekeeper/contracts-contact';
import { Keyring } from '@tomekeeper/service-kit';
import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { checkFailed, checkMissing, RobotCheck, type PassedCheck } from './robot-check';

const PURPOSE = 'robot-check';
const LIFETIME_MS = 20 * 60_000;
/** About one second of computation on a phone: negligible for a person, expensive for bulk senders. */
const HARDNESS = 50_000;
/**
 * The trailing `&` matters: without it, digits could move from the number into the salt, which contains the expiry,
 * with the same hash.
 */
const SALT = /^[0-9a-f]{24}\?expires=(\d{10})&key=(\d+)&$/;

/** Proof of work in the visitor's browser: no third party, no puzzles, no tracking. */
@Injectable()
export class ProofOfWork extends RobotCheck {
  constructor(private readonly keyring: Keyring) {
    super();
  }

  challenge(now = Date.now()): RobotChallenge {
    const version = this.keyring.currentVersion;
    const expires = Math.floor((now + LIFETIME_MS) / 1000);
    const salt = `${randomBytes(12).toString('hex')}?expires=${expires}&key=${version}&`;
    const challenge = hashOf(salt, randomInt(HARDNESS + 1));
    return {
      algorithm: 'SHA-256',
      challenge,
      salt,
      signature: this.signature(challenge, version),
      maxnumber: HARDNESS,
    };
  }

  override verify(token: string, now = Date.now()): Promise<PassedCheck> {
    if (!token) return Promise.reject(checkMissing());
    const solution = decoded(token);
    const [, expires = '', version = ''] = SALT.exec(solution?.salt ?? '') ?? [];
    const expiresAt = new Date(Number(expires) * 1000);
    const isGood =
      solution !== undefined &&
      expiresAt.getTime() > now &&
      hashOf(solution.salt, solution.number) === solution.challenge &&
      this.isOurs(solution, version);
    if (!isGood) return Promise.reject(checkFailed());
    return Promise.resolve({ once: { id: solution.challenge, expiresAt } });
  }

  private isOurs({ challenge, signature }: RobotSolution, version: string): boolean {
    try {
      return timingSafeEqual(
        Buffer.from(this.signature(challenge, version)),
        Buffer.from(signature),
      );
    } catch {
      return false; // signed with a retired key
    }
  }

  private signature(challenge: string, version: string): string {
    return this.keyring.mac(challenge, PURPOSE, version).toString('hex');
  }
}

const hashOf = (salt: string, number: number) =>
  createHash('sha256').update(`${salt}${number}`).digest('hex');

function decoded(token: string): RobotSolution | undefined {
  try {
    const content: unknown = JSON.parse(Buffer.from(token, 'base64').toString('utf8'));
    return robotSolution.safeParse(content).data;
  } catch {
    return undefined;
  }
}

import { createHash, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import {
  fromBytes,
  G,
  hashToNumber,
  K,
  MAX_HEX_DIGITS,
  N,
  signedBytes,
  ModularPower,
} from './modular-power';

/** Password verifier. It permits offline guessing, so it is stored encrypted. */
export interface Verifier {
  salt: bigint;
  verifier: bigint;
}

const storedNumber = z
  .string()
  .regex(/^[0-9a-f]+$/)
  .transform((hex) => BigInt(`0x${hex}`));
const storedVerifier = z.object({ salt: storedNumber, verifier: storedNumber });

/** Serialized form that is encrypted. */
export const verifierText = ({ salt, verifier }: Verifier): string =>
  JSON.stringify({ salt: salt.toString(16), verifier: verifier.toString(16) });
export const parseVerifier = (text: string): Verifier => storedVerifier.parse(JSON.parse(text));

/** Identity of a password; both parts are hashed into the verifier and can never change. */
export interface SrpIdentity {
  /** The part of the pool id after the underscore. */
  group: string;
  userId: string;
}

/** Server state of one exchange. */
export interface ServerSecret {
  b: bigint;
  publicB: bigint;
}

export interface Proof {
  identity: SrpIdentity;
  verifier: bigint;
  clientA: bigint;
  server: ServerSecret;
  secretBlock: Buffer;
  timestamp: string;
  /** Base64, as the client sent it. */
  signature: string;
}

const SALT_BYTES = 16;
const SECRET_BYTES = 32;
const KEY_BYTES = 16;
const KEY_INFO = 'Caldera Derived Key';

/** Server side of SRP-6a in the managed user pool's variant. */
@Injectable()
export class Srp {
  constructor(private readonly modular: ModularPower) {}

  async makeVerifier(
    identity: SrpIdentity,
    password: string,
    salt = fromBytes(randomBytes(SALT_BYTES)),
  ): Promise<Verifier> {
    const inner = createHash('sha256')
      .update(`${identity.group}${identity.userId}:${password}`, 'utf8')
      .digest();
    const x = hashToNumber(signedBytes(salt), inner);
    return { salt, verifier: await this.modular.power(G, x) };
  }

  /** Returns whether the password matches the verifier. */
  async passwordMatches(
    identity: SrpIdentity,
    stored: Verifier,
    password: string,
  ): Promise<boolean> {
    const { verifier } = await this.makeVerifier(identity, password, stored.salt);
    return sameBytes(signedBytes(verifier), signedBytes(stored.verifier));
  }

  async challenge(
    verifier: bigint,
    b = fromBytes(randomBytes(SECRET_BYTES)),
  ): Promise<ServerSecret> {
    const publicB = (K * verifier + (await this.modular.power(G, b))) % N;
    // Practically impossible, but a zero would reveal the shared secret.
    return publicB === 0n ? this.challenge(verifier) : { b, publicB };
  }

  /** Returns whether the proof shows knowledge of the password. */
  async proves(proof: Proof): Promise<boolean> {
    const { identity, clientA, server } = proof;
    const u = hashToNumber(signedBytes(clientA), signedBytes(server.publicB));
    if (clientA % N === 0n || u === 0n) return false;
    const shared = await this.modular.powerOfProduct(clientA, proof.verifier, u, server.b);
    const key = hkdfSync('sha256', signedBytes(shared), signedBytes(u), KEY_INFO, KEY_BYTES);
    const expected = createHmac('sha256', Buffer.from(key))
      .update(identity.group, 'utf8')
      .update(identity.userId, 'utf8')
      .update(proof.secretBlock)
      .update(proof.timestamp, 'utf8')
      .digest();
    return sameBytes(expected, Buffer.from(proof.signature, 'base64'));
  }
}

/** Parses the client's public value; undefined for a value that no honest client sends. */
export function parseClientA(hex: string): bigint | undefined {
  if (!/^[0-9a-f]+$/i.test(hex) || hex.length > MAX_HEX_DIGITS) return undefined;
  const value = BigInt(`0x${hex}`);
  return value % N === 0n ? undefined : value;
}

function sameBytes(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && timingSafeEqual(one, other);
}

/** `Wed Apr 5 22:42:34 UTC 2017`: English, the day without a leading zero. */
const FORM =
  /^(?:Sun|Mon|Tue|Wed|Thu|Fri|Sat) (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) ([1-9]|[12]\d|3[01]) (\d\d:\d\d:\d\d) UTC (\d{4})$/;

/** Parses a client's timestamp to milliseconds since 1970; undefined for another format. */
export function parseTimestamp(text: string): number | undefined {
  const [, month, day, time, year] = FORM.exec(text) ?? [];
  const value = Date.parse(`${day} ${month} ${year} ${time} GMT`);
  return Number.isNaN(value) ? undefined : value;
}

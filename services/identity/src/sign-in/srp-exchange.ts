import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { refuse } from '../protocol/refusals';
import { parseClientA, parseTimestamp, Srp, type SrpIdentity, type Verifier } from '../srp/srp';
import { ChallengeStore, type ChallengeKey } from './pending-challenges';
import { required, type Parameters } from './sign-in-parts';

/** Same length as the managed service's blocks, which clients expect. */
const SECRET_BLOCK_BYTES = 256;

const hexNumber = z.string().transform((hex) => BigInt(`0x${hex}`));
/** Server state of an exchange while the client computes its proof. */
export const exchange = z.object({ a: hexNumber, b: hexNumber, publicB: hexNumber });
export type Exchange = z.infer<typeof exchange>;

/** A client's SRP proof, as its response contains it. */
export interface ClientProof {
  username: string;
  secretBlock: Buffer;
  timestamp: string;
  signature: string;
}

const hex = (value: bigint) => value.toString(16);

/** Server side of an SRP exchange for a password or device secret, in two requests. */
@Injectable()
export class SrpExchange {
  constructor(
    private readonly srp: Srp,
    private readonly store: ChallengeStore,
  ) {}

  /**
   * @param kept additional state of the challenge
   * @returns the parameters for the client's proof
   */
  async begin(
    key: ChallengeKey,
    userId: string,
    { salt, verifier }: Verifier,
    clientA: bigint,
    kept: object,
  ): Promise<{ SALT: string; SECRET_BLOCK: string; SRP_B: string }> {
    const { b, publicB } = await this.srp.challenge(verifier);
    const secretBlock = await this.store.open(
      key,
      userId,
      { a: hex(clientA), b: hex(b), publicB: hex(publicB), ...kept },
      SECRET_BLOCK_BYTES,
    );
    return { SALT: hex(salt), SECRET_BLOCK: secretBlock.toString('base64'), SRP_B: hex(publicB) };
  }

  /**
   * Consumes the exchange.
   * @throws {ProtocolError} when there is none
   */
  async take<State>(
    key: ChallengeKey,
    { secretBlock }: ClientProof,
    schema: z.ZodType<State>,
  ): Promise<{ userId: string; state: State }> {
    const taken = await this.store.take(key, secretBlock, schema);
    if (!taken) throw refuse.invalidSession();
    return taken;
  }

  /** Returns whether the proof matches the verifier. */
  async proves(
    identity: SrpIdentity,
    { verifier }: Verifier,
    { a, b, publicB }: Exchange,
    { secretBlock, timestamp, signature }: ClientProof,
  ): Promise<boolean> {
    return this.srp.proves({
      identity,
      verifier,
      clientA: a,
      server: { b, publicB },
      secretBlock,
      timestamp,
      signature,
    });
  }
}

/** @throws {ProtocolError} for a value that no honest client would send */
export function publicValueIn(parameters: Parameters): bigint {
  const clientA = parseClientA(required(parameters, 'SRP_A'));
  if (clientA === undefined) throw refuse.badSrpA();
  return clientA;
}

/** @throws {ProtocolError} when a part of the proof is missing or malformed */
export function proofIn(responses: Parameters): ClientProof {
  const username = required(responses, 'USERNAME');
  const signature = required(responses, 'PASSWORD_CLAIM_SIGNATURE');
  const timestamp = required(responses, 'TIMESTAMP');
  // The timestamp's age is not checked: the block works once and expires within minutes, and users' clocks are
  // unreliable.
  if (parseTimestamp(timestamp) === undefined) throw refuse.badTimestamp();
  const secretBlock = Buffer.from(required(responses, 'PASSWORD_CLAIM_SECRET_BLOCK'), 'base64');
  return { username, secretBlock, timestamp, signature };
}

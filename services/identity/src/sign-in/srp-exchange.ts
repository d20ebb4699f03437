import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { refuse } from '../protocol/refusals';
import { parseClientA, parseTimestamp, Srp, type SrpIdentity, type Verifier } from '../srp/srp';
import { ChallengeStore, type ChallengeKey } from './pending-challenges';
import { required, type Parameters } from './sign-in-parts';

/** Length that the managed service's blocks have, so that clients get what they are used to. */
const SECRET_BLOCK_BYTES = 256;

const hexNumber = z.string().transform((hex) => BigInt(`0x${hex}`));
/** What the server keeps of an exchange while the client works on its proof. */
export const exchange = z.object({ a: hexNumber, b: hexNumber, publicB: hexNumber });
export type Exchange = z.infer<typeof exchange>;

/** A client's proof that it knows a secret, as its answer carries it. */
export interface ClientProof {
  username: string;
  secretBlock: Buffer;
  timestamp: string;
  signature: string;
}

const hex = (value: bigint) => value.toString(16);

/** The server's side of a proof by SRP, of a password or of a device's secret, in two requests. */
@Injectable()
export class SrpExchange {
  constructor(
    private readonly srp: Srp,
    private readonly store: ChallengeStore,
  ) {}

  /** @param kept what the challenge must remember beside the exchange @returns what the client needs for its proof */
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

  /** Uses the exchange up. @throws the protocol's refusal when there is none */
  async take<State>(
    key: ChallengeKey,
    { secretBlock }: ClientProof,
    schema: z.ZodType<State>,
  ): Promise<{ userId: string; state: State }> {
    const taken = await this.store.take(key, secretBlock, schema);
    if (!taken) throw refuse.invalidSession();
    return taken;
  }

  /** Whether the client has proved that it knows what is behind the verifier. */
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

/** @throws the protocol's refusal when it is none that an honest client would send */
export function publicValueIn(parameters: Parameters): bigint {
  const clientA = parseClientA(required(parameters, 'SRP_A'));
  if (clientA === undefined) throw refuse.badSrpA();
  return clientA;
}

/** @throws the protocol's refusal when a part of the proof is missing or malformed */
export function proofIn(responses: Parameters): ClientProof {
  const username = required(responses, 'USERNAME');
  const signature = required(responses, 'PASSWORD_CLAIM_SIGNATURE');
  const timestamp = required(responses, 'TIMESTAMP');
  // Its age is not judged: the block works once and for minutes, and clocks of people go wrong.
  if (parseTimestamp(timestamp) === undefined) throw refuse.badTimestamp();
  const secretBlock = Buffer.from(required(responses, 'PASSWORD_CLAIM_SECRET_BLOCK'), 'base64');
  return { username, secretBlock, timestamp, signature };
}

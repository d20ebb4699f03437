import { createHash, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { generateRegistrationOptions, verifyRegistrationResponse } from '@simplewebauthn/server';
import { UnitOfWork } from '@tomekeeper/persistence';
import { SecurityEvents } from '../audit/security-events';
import { caller } from '../caller/caller';
import { MailRequests } from '../messages/mail-requests';
import { refuse } from '../protocol/refusals';
import type { PoolUser } from '../users/pool-user';
import { readClientData, RelyingParty, userHandle, type NewCredential } from './passkey-assertions';
import { MAX_PASSKEYS, Passkeys, type Passkey } from './passkeys';

const CHALLENGE_BYTES = 32;
/** Shorter than the server's timeout. */
const BROWSER_TIMEOUT_MS = 3 * 60_000;
const LIFETIME_MS = 5 * 60_000;

/** Passkey registration: creates the options for the browser and verifies its response. */
@Injectable()
export class PasskeyRegistration {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly relyingParty: RelyingParty,
    private readonly passkeys: Passkeys,
    private readonly events: SecurityEvents,
    private readonly mails: MailRequests,
  ) {}

  /** Returns options for the browser, and invalidates the user's previous registration. */
  async start(user: PoolUser): Promise<object> {
    const existing = await this.passkeys.of(user.id);
    if (existing.length >= MAX_PASSKEYS) throw refuse.tooManyPasskeys();
    const challenge = new Uint8Array(randomBytes(CHALLENGE_BYTES));
    await this.uow.query(
      `INSERT INTO passkey_registration (user_id, challenge_hash, expires_at) VALUES ($1, $2, $3)
       ON CONFLICT (user_id) DO UPDATE SET
         challenge_hash = excluded.challenge_hash, expires_at = excluded.expires_at`,
      [user.id, hashed(challenge), new Date(Date.now() + LIFETIME_MS)],
    );
    const options = await generateRegistrationOptions({
      rpName: this.relyingParty.name,
      rpID: this.relyingParty.id,
      userName: user.email,
      userDisplayName: `${user.givenName} ${user.familyName}`.trim() || user.email,
      userID: userHandle(user.id),
      challenge,
      timeout: BROWSER_TIMEOUT_MS,
      attestationType: 'none',
      excludeCredentials: existing.map(({ credentialId: id, transports }) => ({ id, transports })),
      authenticatorSelection: { residentKey: 'required', userVerification: 'preferred' },
    });
    return {
      ...options,
      // Older authenticators only support this option.
      authenticatorSelection: { ...options.authenticatorSelection, requireResidentKey: true },
    };
  }

  /** @throws {ProtocolError} with the reason, for an invalid credential */
  async complete(user: PoolUser, credential: NewCredential): Promise<void> {
    const clientData = readClientData(credential);
    if (!clientData) throw refuse.passkeyNotSupported();
    if (!(await this.takeChallenge(user.id, clientData.challenge)))
      throw refuse.passkeyChallengeNotFound();
    if (!this.relyingParty.origins.includes(clientData.origin)) throw refuse.passkeyOrigin();
    const passkey = await this.verified(user, credential, clientData.challenge);
    await this.uow.run(async (tx) => {
      if (!(await this.passkeys.add(tx, passkey))) throw refuse.passkeyNotSupported();
      await this.events.record(user.id, 'passkey_added', tx, passkey.name);
      await this.mails.notifyOwner(tx, user, 'passkey-added');
    });
  }

  async remove(user: PoolUser, credentialId: string): Promise<void> {
    await this.uow.run(async (tx) => {
      const name = await this.passkeys.remove(tx, user.id, credentialId);
      if (name === undefined) throw refuse.passkeyNotFound();
      await this.events.record(user.id, 'passkey_removed', tx, name);
      await this.mails.notifyOwner(tx, user, 'passkey-removed');
    });
  }

  private async takeChallenge(userId: string, challenge: string): Promise<boolean> {
    const taken = await this.uow.query(
      `DELETE FROM passkey_registration
        WHERE user_id = $1 AND challenge_hash = $2 AND expires_at > $3 RETURNING user_id`,
      [userId, hashed(Buffer.from(challenge, 'base64url')), new Date()],
    );
    return taken.length > 0;
  }

  private async verified(
    user: PoolUser,
    credential: NewCredential,
    expectedChallenge: string,
  ): Promise<Omit<Passkey, 'createdAt'>> {
    const { transports } = credential.response;
    const result = await verifyRegistrationResponse({
      response: { ...credential, response: { ...credential.response, transports } },
      expectedChallenge,
      expectedOrigin: this.relyingParty.origins,
      expectedRPID: this.relyingParty.id,
      requireUserVerification: false,
    }).catch((error: unknown) => {
      throw /RP ID/i.test(String(error)) ? refuse.passkeyHost() : refuse.passkeyNotSupported();
    });
    if (!result.verified) throw refuse.passkeyNotSupported();
    const { id, publicKey, counter } = result.registrationInfo.credential;
    return {
      credentialId: id,
      userId: user.id,
      publicKey: Buffer.from(publicKey),
      counter,
      transports,
      name: caller().client || 'Passkey',
      rpId: this.relyingParty.id,
      attachment: credential.authenticatorAttachment,
    };
  }
}

const hashed = (challenge: Uint8Array): Buffer => createHash('sha256').update(challenge).digest();

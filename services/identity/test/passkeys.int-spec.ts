import {
  CompleteWebAuthnRegistrationCommand,
  DeleteWebAuthnCredentialCommand,
  ListWebAuthnCredentialsCommand,
  StartWebAuthnRegistrationCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { PoolClients } from '../src/clients/pool-clients';
import { WebAuthnChallenge } from '../src/passkeys/passkey-sign-in';
import { newEmail, signedInPerson } from './person';
import { INVALID_SESSION, PLAIN_CLIENT_ID, refusalOf, runningIdentity } from './running-identity';
import { sdkFor } from './sdk-client';
import { SoftwarePasskey, type PasskeyOptions } from './software-passkey';

const identity = runningIdentity();
const sdk = sdkFor(identity);

interface Creation {
  challenge: string;
  rp: { id: string };
  user: { id: string; name: string };
  excludeCredentials: { id: string }[];
  authenticatorSelection: object;
}

async function start(AccessToken: string): Promise<Creation> {
  const answer = await sdk.send(new StartWebAuthnRegistrationCommand({ AccessToken }));
  return answer.CredentialCreationOptions as unknown as Creation;
}

const complete = (AccessToken: string, Credential: object) =>
  sdk.send(
    new CompleteWebAuthnRegistrationCommand({ AccessToken, Credential: Credential as never }),
  );
const list = (AccessToken: string, page: { MaxResults?: number; NextToken?: string } = {}) =>
  sdk.send(new ListWebAuthnCredentialsCommand({ AccessToken, ...page }));
async function withPasskey(options: PasskeyOptions = {}) {
  const person = await signedInPerson(identity);
  const passkey = new SoftwarePasskey(options);
  await complete(person.AccessToken, passkey.register(await start(person.AccessToken)));
  return { ...person, passkey };
}

describe('adding a passkey', () => {
  it('requests a discoverable one, with an opaque user handle', async () => {
    const { AccessToken, email, id } = await signedInPerson(identity);
    const creation = await start(AccessToken);
    expect(creation).toMatchObject({
      rp: { id: 'localhost', name: 'Tomekeeper' },
      user: { name: email, displayName: 'Mara Vane' },
      attestation: 'none',
      authenticatorSelection: {
        residentKey: 'required',
        requireResidentKey: true,
        userVerification: 'preferred',
      },
      excludeCredentials: [],
    });
    const handle = Buffer.from(creation.user.id, 'base64url').toString('hex');
    expect(handle).toBe(id.replaceAll('-', ''));
    expect(Buffer.from(creation.challenge, 'base64url')).toHaveLength(32);
  });

  it('keeps it, shows it, tells the person, and takes it away again', async () => {
    const { AccessToken, id, email, passkey } = await withPasskey();
    await identity.mail('protection-changed', email);
    const { Credentials = [] } = await list(AccessToken);
    expect(Credentials).toEqual([
      {
        CredentialId: passkey.id,
        FriendlyCredentialName: 'Passkey',
        RelyingPartyId: 'localhost',
        AuthenticatorAttachment: 'platform',
        AuthenticatorTransports: ['internal'],
        CreatedAt: expect.any(Date),
      },
    ]);
    expect((await start(AccessToken)).excludeCredentials).toEqual([
      expect.objectContaining({ id: passkey.id }),
    ]);
    const remove = (CredentialId: string) =>
      sdk.send(new DeleteWebAuthnCredentialCommand({ AccessToken, CredentialId }));
    await remove(passkey.id);
    expect((await list(AccessToken)).Credentials).toEqual([]);
    expect(await refusalOf(remove(passkey.id))).toMatch(/^ResourceNotFoundException/);
    expect(await refusalOf(remove('\u0000'))).toMatch(/^InvalidParameterException/);
    expect((await identity.eventsOf(id)).slice(0, 2)).toEqual(['passkey_removed', 'passkey_added']);
  });

  it('lists in pages', async () => {
    const { AccessToken } = await withPasskey();
    const second = new SoftwarePasskey();
    await complete(AccessToken, second.register(await start(AccessToken)));
    const first = await list(AccessToken, { MaxResults: 1 });
    expect(first.Credentials).toHaveLength(1);
    const rest = await list(AccessToken, { MaxResults: 1, NextToken: first.NextToken ?? '' });
    expect(rest.Credentials?.map(({ CredentialId }) => CredentialId)).toEqual([second.id]);
    expect(rest.NextToken).toBeUndefined();
  });

  it('accepts each challenge once, from its user', async () => {
    const mine = await signedInPerson(identity);
    const theirs = await signedInPerson(identity);
    const creation = await start(mine.AccessToken);
    const passkey = new SoftwarePasskey();
    const credential = passkey.register(creation);
    const notFound = /^WebAuthnChallengeNotFoundException/;
    expect(await refusalOf(complete(theirs.AccessToken, credential))).toMatch(notFound);
    await complete(mine.AccessToken, credential);
    expect(await refusalOf(complete(mine.AccessToken, credential))).toMatch(notFound);
    // Another user's passkey can not be claimed.
    const claimed = passkey.register(await start(theirs.AccessToken));
    expect(await refusalOf(complete(theirs.AccessToken, claimed))).toMatch(
      /^WebAuthnCredentialNotSupportedException/,
    );
  });

  it.each<[string, PasskeyOptions, string]>([
    ['another address', { origin: 'https://evil.example' }, 'WebAuthnOriginNotAllowedException'],
    ['another site', { rpId: 'evil.example' }, 'WebAuthnRelyingPartyMismatchException'],
  ])('refuses one made for %s', async (_what, options, name) => {
    expect(await refusalOf(withPasskey(options))).toContain(name);
  });

  it.each([
    ['nothing', {}],
    ['text', 'credential'],
    ['no attestation', { attestationObject: undefined }],
    ['a broken attestation', { attestationObject: 'AAAA' }],
    ['client data that is none', { clientDataJSON: 'AAAA' }],
  ])('refuses %s in its place', async (_what, bent) => {
    const { AccessToken } = await signedInPerson(identity);
    const good = new SoftwarePasskey().register(await start(AccessToken)) as { response: object };
    const Credential =
      typeof bent === 'string' || Object.keys(bent).length === 0
        ? bent
        : { ...good, response: { ...good.response, ...bent } };
    const { error } = await identity.call('CompleteWebAuthnRegistration', {
      AccessToken,
      Credential,
    });
    expect(error).toMatch(/^WebAuthnCredentialNotSupportedException/);
  });
});

describe('signing in with a passkey', () => {
  async function ask({ id, email }: { id: string; email: string }) {
    const client = await identity.app.get(PoolClients, { strict: false }).get(PLAIN_CLIENT_ID);
    const challenge = await identity.app
      .get(WebAuthnChallenge, { strict: false })
      .ask(client, { subjectId: id, proofs: { credentialEpoch: 0, username: email } });
    const options = JSON.parse(
      challenge.ChallengeParameters['CREDENTIAL_REQUEST_OPTIONS'] ?? '',
    ) as { challenge: string; allowCredentials: { id: string }[]; rpId: string };
    return { Session: challenge.Session, options };
  }
  const respond = async (USERNAME: string, session: unknown, CREDENTIAL: string) =>
    (await identity.respond('WEB_AUTHN', session, { USERNAME, CREDENTIAL })).error;
  const WRONG = 'NotAuthorizedException: This passkey does not open this account.';

  it('works, once with each challenge', async () => {
    const person = await withPasskey();
    const { Session, options } = await ask(person);
    expect(options).toMatchObject({ rpId: 'localhost', userVerification: 'preferred' });
    expect(options.allowCredentials.map(({ id }) => id)).toEqual([person.passkey.id]);
    const credential = person.passkey.answer(options.challenge);
    expect(await respond(person.email, Session, credential)).toBe('');
    expect(await respond(person.email, Session, credential)).toBe(INVALID_SESSION);
  });

  it('is refused with anything that is not right about it, and the person can see it', async () => {
    const person = await withPasskey();
    const stranger = await withPasskey();
    const evil = await ask(person);
    const { challenge } = evil.options;
    const other = new SoftwarePasskey();
    for (const credential of [
      stranger.passkey.answer(challenge),
      other.answer(challenge),
      person.passkey.answer('AAAA'),
      person.passkey.answer(challenge, { signature: 'AAAA' }),
      person.passkey.answer(challenge, { userHandle: 'AAAA' }),
    ])
      expect(await respond(person.email, evil.Session, credential)).toBe(WRONG);
    // After five, even the right one is too late.
    const right = person.passkey.answer(challenge);
    expect(await respond(person.email, evil.Session, right)).toContain('Invalid session');
    expect(
      (await identity.eventsOf(person.id)).filter((kind) => kind === 'sign_in_failed'),
    ).toHaveLength(5);
    const again = await ask(person);
    for (const credential of ['', '{', '[]', '{"id":1}'])
      expect(await respond(person.email, again.Session, credential)).toMatch(
        /^InvalidParameterException/,
      );
    const good = person.passkey.answer(again.options.challenge);
    expect(await respond(stranger.email, again.Session, good)).toBe(INVALID_SESSION);
  });

  it('tells the person of a passkey that may have been copied', async () => {
    const person = await withPasskey();
    person.passkey.counter = 41;
    const use = async () => {
      const { Session, options } = await ask(person);
      return respond(person.email, Session, person.passkey.answer(options.challenge));
    };
    expect(await use()).toBe('');
    expect(await identity.eventsOf(person.id)).not.toContain('passkey_copied');
    person.passkey.counter = 40;
    expect(await use()).toBe('');
    expect(await identity.eventsOf(person.id)).toContain('passkey_copied');
  });

  it('asks an unknown user for a passkey that does not exist', async () => {
    const email = newEmail();
    const { Session, options } = await ask({ id: '6f1c1d2e-0000-4000-8000-000000000000', email });
    expect(options.allowCredentials).toEqual([]);
    const answer = new SoftwarePasskey().answer(options.challenge);
    expect(await respond(email, Session, answer)).toBe(WRONG);
  });
});

import {
  ADDRESS_SEAL_PURPOSE,
  addressDeleted,
  personByEmailAnswer,
  personDeleted,
} from '@tomekeeper/contracts-identity';
import type { EventDefinition } from '@tomekeeper/contracts-events';
import { ServiceTokenSigner } from '@tomekeeper/internal-http';
import { eventQueue, Queues, WorkerHost, type JobDefinition } from '@tomekeeper/jobs';
import { createLog } from '@tomekeeper/service-kit';
import { eventually } from '@tomekeeper/testing';
import { eraseLeftovers, ManagedErasures } from '../src/me/managed-erasures';
import { confirmedPerson } from './person';
import {
  keyring,
  PASSWORD,
  startIdentity,
  WEB_CLIENT_ID,
  type RunningIdentity,
} from './running-identity';

/** The managed pool has the accounts and sign-in; a second installation fakes it. */
let pool: RunningIdentity;
let identity: RunningIdentity;
const mailKeys = keyring();
beforeAll(async () => {
  pool = await startIdentity({ sendsPasswords: true });
  identity = await startIdentity({
    POOL_MANAGED: true,
    MAIL_SEAL_KEYS: mailKeys,
    TOKEN_ISSUER: pool.issuer,
    JWKS_URL: [`${pool.issuer}/.well-known/jwks.json`],
  });
}, 60_000);
afterAll(async () => {
  await identity.stop();
  await pool.stop();
});

const signIn = async (email: string) =>
  (await pool.signIn(email, PASSWORD, { ClientId: WEB_CLIENT_ID })).tokens.IdToken;
const ask = (path: string, token: string, init: RequestInit = {}) =>
  fetch(identity.url + path, {
    ...init,
    headers: {
      authorization: `Bearer ${token}`,
      ...(init.body ? { 'content-type': 'application/json' } : {}),
    },
  });

it('knows people from the first time they are seen, and they keep their own names', async () => {
  const { email, id } = await confirmedPerson(pool);
  const token = await signIn(email);
  const patched = await ask('/api/me/', token, {
    method: 'PATCH',
    body: JSON.stringify({ first_name: 'Vex' }),
  });
  expect(await patched.json()).toEqual({ id, email, first_name: 'Vex', last_name: 'Vane' });
  expect(await (await ask('/api/me/', token)).json()).toMatchObject({ first_name: 'Vex' });

  const signer = await ServiceTokenSigner.create(identity.keys.privateKey('campaign'));
  const found = await ask(
    `/internal/people/by-email?email=${encodeURIComponent(email)}`,
    await signer.tokenFor('identity'),
  );
  expect(personByEmailAnswer.parse(await found.json())).toEqual({ id });
});

it('follows an address that moves to another account, after that account has verified it', async () => {
  const first = await confirmedPerson(pool);
  await ask('/api/me/', await signIn(first.email));
  await pool.sql(`UPDATE pool_user SET email = 'x' || email WHERE id = $1`, [first.id]);
  const second = await confirmedPerson(pool);
  await pool.sql(`UPDATE pool_user SET email = $2, email_verified = false WHERE id = $1`, [
    second.id,
    first.email,
  ]);
  expect((await ask('/api/me/', await signIn(first.email))).status).toBe(403);
  await pool.sql('UPDATE pool_user SET email_verified = true WHERE id = $1', [second.id]);
  const me = await ask('/api/me/', await signIn(first.email));
  expect(await me.json()).toMatchObject({ id: second.id, email: first.email });
  const moved = await ask('/api/me/', await signIn(`x${first.email}`));
  expect(await moved.json()).toMatchObject({ id: first.id, email: `x${first.email}` });
  const earlier = await identity.sql('SELECT email FROM earlier_address WHERE user_id = $1', [
    first.id,
  ]);
  expect(earlier).toEqual([{ email: first.email }]);
});

it('ends sessions here when people log out, though they began elsewhere', async () => {
  const { email } = await confirmedPerson(pool);
  const token = await signIn(email);
  expect((await ask('/api/me/', token)).status).toBe(200);
  expect((await ask('/api/logout/', token, { method: 'POST' })).status).toBe(204);
  expect((await ask('/api/me/', token)).status).toBe(401);
});

describe('DELETE /api/me/', () => {
  let erasures = 0;
  async function erase(token: string) {
    const answer = await ask('/api/me/', token, { method: 'DELETE' });
    if (answer.ok) erasures++;
    return answer;
  }
  /** Ids and addresses of the deletion events that the other services received. */
  const deletedPeople: string[] = [];
  let queues: Queues;
  let others: WorkerHost;

  beforeAll(() => {
    queues = new Queues(identity.database.queueUrl);
    others = new WorkerHost(queues.backend, createLog('others', 'error'));
    others.start(
      new Map([
        hears(personDeleted, 'campaign', ({ person_id }) => person_id),
        hears(addressDeleted, 'contact', ({ sealed }) =>
          mailKeys.open(sealed, ADDRESS_SEAL_PURPOSE).toString(),
        ),
      ]),
    );
  });
  afterAll(async () => {
    await others.close();
    await queues.close();
  });

  function hears<Payload>(
    { name, payload }: EventDefinition<string, Payload>,
    service: string,
    deletedPerson: (payload: Payload) => string,
  ): [JobDefinition, (payload: unknown) => Promise<void>] {
    const backoff = { type: 'exponential', delayMs: 100, maxDelayMs: 100 } as const;
    return [
      { name, payload, queue: eventQueue(service), attempts: 1, backoff },
      async (heard) => void deletedPeople.push(deletedPerson(payload.parse(heard))),
    ];
  }
  /** Someone who has been here, with sign-ins at two devices. */
  async function knownPerson() {
    const person = await confirmedPerson(pool);
    const [here, elsewhere] = [await signIn(person.email), await signIn(person.email)];
    expect((await ask('/api/me/', here)).status).toBe(200);
    return { ...person, here, elsewhere };
  }
  const rowsOf = (id: string) => identity.sql('SELECT id FROM pool_user WHERE id = $1', [id]);

  it('forgets the person, tells the others and ends the sign-in', async () => {
    const { id, email, here } = await knownPerson();
    expect((await erase(here)).status).toBe(204);
    for (const told of [id, email])
      await eventually(() => deletedPeople.includes(told) || undefined);
    await identity.mail('account-deleted', email);
    expect(await rowsOf(id)).toEqual([]);
    for (const again of [await ask('/api/me/', here), await erase(here)])
      expect(again.status).toBe(401);
  });

  it('does not recreate the user from a token of an earlier sign-in', async () => {
    const { id, here, elsewhere } = await knownPerson();
    await erase(here);
    expect((await ask('/api/me/', elsewhere)).status).toBe(401);
    const body = JSON.stringify({ first_name: 'Vex' });
    expect((await ask('/api/me/', elsewhere, { method: 'PATCH', body })).status).toBe(401);
    expect((await erase(elsewhere)).status).toBe(401);
    expect(await rowsOf(id)).toEqual([]);
  });

  it('can be requested again after another sign-in, if the pool kept the account', async () => {
    const { id, email, here } = await knownPerson();
    await erase(here);
    // Sign-ins are dated by the second.
    const back = await eventually(async () => {
      const token = await signIn(email);
      return (await ask('/api/me/', token)).status === 200 ? token : undefined;
    });
    expect(await rowsOf(id)).toHaveLength(1);
    expect((await erase(back)).status).toBe(204);
    expect(await rowsOf(id)).toEqual([]);
  });

  it('has the others look again once no earlier token is left, unless the person is back', async () => {
    const [left, back] = [await knownPerson(), await knownPerson()];
    await erase(left.here);
    await eventually(() => deletedPeople.includes(left.id) || undefined);
    await eventually(async () => {
      const { delayed } = await queues.queue(eraseLeftovers.queue).getJobCounts('delayed');
      return delayed === erasures || undefined;
    });
    deletedPeople.splice(0);
    // Runs the scheduled job.
    for (const { id } of [back, left])
      await identity.app.get(ManagedErasures).eraseLeftovers({ person_id: id });
    await eventually(() => deletedPeople.includes(left.id) || undefined);
    await eventually(async () => {
      expect(await identity.sql('SELECT 1 FROM outbox')).toEqual([]);
      const counts = await queues.queue(eventQueue('campaign')).getJobCounts();
      expect(counts).toMatchObject({ waiting: 0, active: 0, prioritized: 0 });
      return counts;
    });
    expect(deletedPeople).not.toContain(back.id);
  });

  it('is not available with the built-in pool, and requires a token', async () => {
    const { email } = await confirmedPerson(pool);
    const headers = { authorization: `Bearer ${await signIn(email)}` };
    const own = await fetch(`${pool.url}/api/me/`, { method: 'DELETE', headers });
    expect(own.status).toBe(404);
    for (const { url } of [pool, identity])
      expect((await fetch(`${url}/api/me/`, { method: 'DELETE' })).status).toBe(401);
  });
});

it('offers nothing that only our own pool can do', async () => {
  const { email } = await confirmedPerson(pool);
  const token = await signIn(email);
  for (const path of ['/api/me/activity/', '/api/me/sessions/', '/idp/confirmUser'])
    expect((await ask(path, token)).status).toBe(404);
  expect((await fetch(`${identity.issuer}/.well-known/jwks.json`)).status).toBe(404);
  expect((await identity.call('SignUp', {})).status).toBe(404);
});

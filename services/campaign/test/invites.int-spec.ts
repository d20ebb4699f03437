import { randomUUID } from 'node:crypto';
import { INVITE_LIMITS } from '@tomekeeper/contracts-campaign';
import {
  ADDRESS_SEAL_PURPOSE,
  addressDeleted,
  INVITE_SEAL_PURPOSE,
  invitedPersonConfirmed,
  personDeleted,
} from '@tomekeeper/contracts-identity';
import {
  MAIL_SEAL_PURPOSE,
  mailRequest,
  mailRequested,
  type MailRequest,
} from '@tomekeeper/contracts-mailing';
import { ServiceTokenSigner, UpstreamUnavailable } from '@tomekeeper/internal-http';
import { eventQueue, Queues, WorkerHost } from '@tomekeeper/jobs';
import { createLog } from '@tomekeeper/service-kit';
import { eventually, type TestPerson } from '@tomekeeper/testing';
import { InviteAcceptance } from '../src/invites/invite-acceptance';
import { InviteSweep } from '../src/invites/invite-sweep';
import { keyring, PUBLIC_URL, startCampaignApp, type CampaignApp } from './campaign-app';

const RETRY = {
  attempts: 3,
  backoff: { type: 'exponential', delayMs: 50, maxDelayMs: 100 },
} as const;

let service: CampaignApp;
/** Stands where the mailing service's worker would. */
let mailing: WorkerHost;
const mails: MailRequest[] = [];
let gm: TestPerson;
let ann: TestPerson;
let bob: TestPerson;

beforeAll(async () => {
  service = await startCampaignApp();
  mailing = new WorkerHost(service.app.get(Queues).backend, createLog('test', 'silent'));
  const { name, payload } = mailRequested;
  mailing.start(
    new Map([
      [
        { name, payload, queue: eventQueue('mailing'), ...RETRY },
        async (event) => {
          const sealed = keyring.open(payload.parse(event).sealed, MAIL_SEAL_PURPOSE);
          mails.push(mailRequest.parse(JSON.parse(sealed.toString())));
        },
      ],
    ]),
  );
});
afterAll(async () => {
  await mailing?.close();
  await service?.stop();
});
afterEach(() => {
  service.identity.edge.mode = 'up';
});
beforeEach(async () => {
  [gm, ann, bob] = [
    await service.identity.join('Gm'),
    await service.identity.join('Ann'),
    await service.identity.join('Bob'),
  ];
});

const create = (campaign: string, body: object = {}, as = gm) =>
  service.call('POST', `/api/campaigns/${campaign}/invites/`, { as, body });
const list = async (campaign: string, as = gm) =>
  (await service.call('GET', `/api/campaigns/${campaign}/invites/`, { as })).body;
const revoke = (campaign: string, invite: string, as = gm) =>
  service.call('DELETE', `/api/campaigns/${campaign}/invites/${invite}/`, { as });
const preview = (token: string, as?: TestPerson) =>
  service.call('GET', `/api/invites/?token=${encodeURIComponent(token)}`, { as });
const accept = (token: string, as: TestPerson) =>
  service.call('POST', '/api/invites/accept/', { as, body: { token } });
const playersIn = async (campaign: string): Promise<string[]> =>
  (await service.call('GET', `/api/campaigns/${campaign}/`, { as: gm })).body.players;
const remove = (campaign: string, player: TestPerson, as = gm) =>
  service.call('POST', `/api/campaigns/${campaign}/remove-players/`, {
    as,
    body: { players: [player.id] },
  });
/** Responses without varying values. */
const told = (answers: { status: number; body: object }[]) =>
  answers.map(({ status, body }) => ({ status, ...body, correlation_id: '' }));
/** The token after `#` in a link. */
const tokenIn = (link: string): string => new URL(link).hash.slice(1);

async function invited(
  campaign: string,
  body: object = {},
): Promise<{ id: string; token: string }> {
  const made = await create(campaign, body);
  expect(made.status).toBe(201);
  return { id: made.body.id, token: tokenIn(made.body.link) };
}

/** The mails to an address, once there are so many. */
const mailsTo = (address: string, count = 1) =>
  eventually(() => {
    const found = mails.filter(({ to }) => to === address);
    return found.length >= count ? found : undefined;
  });

describe('an invite by link', () => {
  it('lets as many people in as it says, shows the campaign and who invites, and is listed until then', async () => {
    const campaign = await service.campaign(gm);
    const made = await create(campaign, { uses: 2 });
    expect(made).toMatchObject({
      status: 201,
      body: { role: 'player', email: null, uses: 2, uses_left: 2 },
    });
    expect(made.body.link).toMatch(new RegExp(`^${PUBLIC_URL}/invite#[\\w-]{43}$`));
    const days = (Date.parse(made.body.expires_at) - Date.parse(made.body.created_at)) / 86_400_000;
    expect(days).toBeCloseTo(7, 2);

    const token = tokenIn(made.body.link);
    expect(await preview(token)).toMatchObject({
      status: 200,
      body: {
        title: 'Curse of Strahd',
        invited_by: 'Gm',
        role: 'player',
        for_address_only: false,
      },
    });
    expect(await accept(token, ann)).toMatchObject({ status: 200, body: { campaign } });
    expect(await list(campaign)).toEqual([{ ...made.body, uses_left: 1 }]);
    expect((await accept(token, bob)).status).toBe(200);
    expect(await playersIn(campaign)).toEqual([ann.id, bob.id]);
    expect(await list(campaign)).toEqual([]);

    const late = await service.identity.join('Late');
    for (const refused of [await preview(token), await accept(token, late)])
      expect(refused).toMatchObject({ status: 404, body: { code: 'invite.used_up' } });
    // Members stay members, regardless of the state of the invite.
    expect(await accept(token, ann)).toMatchObject({ status: 200, body: { campaign } });
  });

  it('takes no use for members: owner, players, and repeated calls', async () => {
    const campaign = await service.campaign(gm, [ann]);
    const { token } = await invited(campaign, { uses: 1 });
    for (const person of [gm, ann, ann]) expect((await accept(token, person)).status).toBe(200);
    expect(await list(campaign)).toMatchObject([{ uses_left: 1 }]);
    for (const _ of [1, 2, 3]) expect((await accept(token, bob)).status).toBe(200);
    expect(await playersIn(campaign)).toEqual([ann.id, bob.id]);
  });

  it('lets no more people in than it says when all come at once', async () => {
    const campaign = await service.campaign(gm);
    const { token } = await invited(campaign, { uses: 3 });
    const crowd = await Promise.all(
      Array.from({ length: 8 }, (_, n) => service.identity.join(`Crowd ${n}`)),
    );
    const answers = await Promise.all(
      crowd.flatMap((person) => [accept(token, person), accept(token, person)]),
    );
    expect(await playersIn(campaign)).toHaveLength(3);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(6);
    for (const { status, body } of answers)
      if (status !== 200) expect(body.code).toBe('invite.used_up');
  });

  it('is invalid after withdrawal, expiry or deletion of its campaign, with instructions', async () => {
    const campaign = await service.campaign(gm);
    const withdrawn = await invited(campaign);
    for (const _ of ['once', 'again'])
      expect((await revoke(campaign, withdrawn.id)).status).toBe(204);
    const expired = await invited(campaign);
    await service.uow.query('UPDATE invite SET expires_at = now() WHERE id = $1', [expired.id]);
    const other = await service.campaign(gm);
    const gone = await invited(other);
    expect((await service.call('DELETE', `/api/campaigns/${other}/`, { as: gm })).status).toBe(204);

    for (const [token, code] of [
      [withdrawn.token, 'invite.revoked'],
      [expired.token, 'invite.expired'],
      [gone.token, 'invite.not_found'],
      ['nonsense', 'invite.not_found'],
    ] as const)
      for (const refused of [await preview(token), await accept(token, ann)]) {
        expect(refused).toMatchObject({ status: 404, body: { code } });
        expect(refused.body.detail).toMatch(/new one/);
        expect(JSON.stringify(refused.body)).not.toContain('Strahd');
      }
    for (const token of ['', 'x'.repeat(201)]) expect((await preview(token)).status).toBe(400);
    expect(await list(campaign)).toEqual([]);
    expect(await playersIn(campaign)).toEqual([]);
  });

  it('is invalid for users removed after its creation; a new invite, or being added, lets them in as a new member', async () => {
    const campaign = await service.campaign(gm);
    const earlier = await invited(campaign);
    const membership = async () =>
      (
        await service.uow.query<{ membership_id: string }>(
          'SELECT membership_id FROM campaign_player WHERE campaign_id = $1 AND player_id = $2',
          [campaign, ann.id],
        )
      )[0]?.membership_id;
    await accept(earlier.token, ann);
    const first = await membership();
    await remove(campaign, ann);
    // To them it is as good as withdrawn, and says no more of the campaign than that.
    const refused = [await preview(earlier.token, ann), await accept(earlier.token, ann)];
    expect((await preview(earlier.token, bob)).status).toBe(200);
    expect((await accept(earlier.token, bob)).status).toBe(200);
    await revoke(campaign, earlier.id);
    const withdrawn = [await preview(earlier.token, ann), await preview(earlier.token)];
    expect(told([...refused, ...withdrawn])).toEqual(Array(4).fill(told(withdrawn)[0]));

    const later = await invited(campaign);
    expect((await accept(later.token, ann)).status).toBe(200);
    expect(first).toBeDefined();
    expect(await membership()).not.toBe(first);

    // Users who left voluntarily may join again.
    await remove(campaign, ann, ann);
    expect((await accept(later.token, ann)).status).toBe(200);
  });

  it('is barred to who left in the moment of being removed, or before', async () => {
    const campaign = await service.campaign(gm);
    const { token } = await invited(campaign);
    for (let turn = 0; turn < 5; turn += 1) {
      await service.uow.query('DELETE FROM removed_player WHERE campaign_id = $1', [campaign]);
      expect((await accept(token, ann)).status).toBe(200);
      await Promise.all([remove(campaign, ann, ann), remove(campaign, ann)]);
      expect((await accept(token, ann)).body.code).toBe('invite.revoked');
    }
    await service.uow.query('DELETE FROM removed_player WHERE campaign_id = $1', [campaign]);
    await accept(token, ann);
    await remove(campaign, ann, ann);
    await remove(campaign, ann);
    expect((await accept(token, ann)).body.code).toBe('invite.revoked');
    // Users who were never members have no record.
    await remove(campaign, bob);
    expect((await accept(token, bob)).status).toBe(200);
  });

  it('leaves a removed and an accepting person in one of two states, never between', async () => {
    const campaign = await service.campaign(gm);
    const { token } = await invited(campaign);
    await accept(token, ann);
    await Promise.all([remove(campaign, ann), accept(token, ann), accept(token, ann)]);
    await accept(token, ann);
    expect(await playersIn(campaign)).toEqual([]);
  });

  it('is stored encrypted and found by hash, without its plain token', async () => {
    const campaign = await service.campaign(gm);
    const { id, token } = await invited(campaign);
    const [row] = await service.uow.query('SELECT * FROM invite WHERE id = $1', [id]);
    expect(JSON.stringify(row)).not.toContain(token);
    expect(await list(campaign)).toMatchObject([{ link: `${PUBLIC_URL}/invite#${token}` }]);
    // A sealed token is bound to its invite: copied to another it does not open, and the link is not shown.
    const second = await invited(campaign);
    await service.uow.query(
      'UPDATE invite SET sealed_token = (SELECT sealed_token FROM invite WHERE id = $1) WHERE id = $2',
      [second.id, id],
    );
    expect((await list(campaign)).at(-1)).toMatchObject({ id, link: null });
  });

  it('has bounds: of a campaign, of time, of uses, of players', async () => {
    const campaign = await service.campaign(gm);
    for (const body of [
      { expires_in: 59 },
      { expires_in: 31 * 86_400 },
      { expires_in: '7' },
      { uses: 0 },
      { uses: 101 },
      { uses: 1.5 },
      { role: 'owner' },
      { email: 'nobody' },
    ])
      expect((await create(campaign, body)).status).toBe(400);
    const { token } = await invited(campaign);
    await service.uow.query(
      `INSERT INTO invite (id, campaign_id, role, token_hash, sealed_token, uses, uses_left, created_by, expires_at)
       SELECT gen_random_uuid(), $1, 'player', sha256(n::text::bytea || $2::bytea), '', 1, 1, $3, now() + interval '1 day'
         FROM generate_series(2, ${INVITE_LIMITS.openPerCampaign}) n`,
      [campaign, Buffer.from(campaign), gm.id],
    );
    expect(await create(campaign)).toMatchObject({
      status: 409,
      body: { code: 'invite.too_many' },
    });
    await service.uow.query(
      'INSERT INTO campaign_player (campaign_id, player_id) SELECT $1, gen_random_uuid() FROM generate_series(1, 100)',
      [campaign],
    );
    expect(await accept(token, ann)).toMatchObject({
      status: 409,
      body: { code: 'invite.campaign_full' },
    });
    const [left] = await service.uow.query('SELECT uses_left FROM invite WHERE token_hash = $1', [
      service.hashOfToken(token),
    ]);
    expect(left).toEqual({ uses_left: INVITE_LIMITS.defaultUses });
  });
});

describe('an invite by e-mail', () => {
  it('is mailed with its link, listed, and valid once for anyone with the link', async () => {
    const campaign = await service.campaign(gm, [], 'Ravenloft');
    const made = await create(campaign, { email: ' New@Example.org ' });
    expect(made).toMatchObject({ status: 201, body: { email: 'new@example.org', uses: 1 } });
    const [mail] = await mailsTo('new@example.org');
    expect(mail).toMatchObject({
      template: 'campaign-invite',
      inviter: 'Gm',
      title: 'Ravenloft',
      role: 'player',
      invite_path: `/invite#${tokenIn(made.body.link)}`,
    });
    expect((await accept(tokenIn(made.body.link), ann)).status).toBe(200);
    const [row] = await service.uow.query('SELECT email FROM invite WHERE id = $1', [made.body.id]);
    expect(row).toEqual({ email: null });
  });

  it('is the same link when it is sent again, as good as new', async () => {
    const campaign = await service.campaign(gm);
    const email = `${randomUUID()}@example.org`;
    const first = await create(campaign, { email });
    await accept(tokenIn(first.body.link), ann);
    const second = await create(campaign, { email });
    expect(second).toMatchObject({ status: 429 });
    await aMinuteLater();
    const again = await create(campaign, { email });
    await aMinuteLater();
    await remove(campaign, ann);
    expect((await accept(tokenIn(again.body.link), ann)).body.code).toBe('invite.revoked');
    const renewed = await create(campaign, { email });
    // A removed user may know the earlier link, so renewing replaces the link.
    expect(renewed.body.link).not.toBe(again.body.link);
    expect(await list(campaign)).toHaveLength(1);
    expect((await accept(tokenIn(again.body.link), ann)).status).toBeGreaterThanOrEqual(400);
    expect((await accept(tokenIn(renewed.body.link), ann)).status).toBe(200);
    await aMinuteLater();
    const same = await create(campaign, { email, uses: 5 });
    await aMinuteLater();
    expect((await create(campaign, { email, uses: 5 })).body.link).toBe(same.body.link);
  });

  it('is sent to one address at most five times a day in total, and by one user at most fifty times', async () => {
    const campaigns = [await service.campaign(gm), await service.campaign(ann)];
    const email = `${randomUUID()}@example.org`;
    for (let sent = 0; sent < INVITE_LIMITS.mailsPerAddressADay; sent++) {
      expect((await create(campaigns[sent % 2]!, { email }, [gm, ann][sent % 2])).status).toBe(201);
      await aMinuteLater();
    }
    for (const [campaign, as] of [
      [campaigns[0]!, gm],
      [campaigns[1]!, ann],
    ] as const) {
      const refused = await create(campaign, { email }, as);
      expect(refused).toMatchObject({ status: 429, body: { code: 'invite.too_many_mails' } });
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(80_000);
    }
    expect(await mailsTo(email, INVITE_LIMITS.mailsPerAddressADay)).toHaveLength(
      INVITE_LIMITS.mailsPerAddressADay,
    );

    await service.uow.query(
      `INSERT INTO invite_mail (address_hash, sender)
       SELECT sha256(n::text::bytea), $1 FROM generate_series(1, ${INVITE_LIMITS.mailsPerSenderADay}) n`,
      [gm.id],
    );
    const other = `${randomUUID()}@example.org`;
    expect((await create(campaigns[0]!, { email: other })).status).toBe(429);
    expect((await create(campaigns[0]!)).status).toBe(201);
    expect((await create(campaigns[1]!, { email: other }, ann)).status).toBe(201);
    expect(await mailsTo(other)).toHaveLength(1);
  });

  /** The mails so far are a minute old. */
  const aMinuteLater = () =>
    service.uow.query(`UPDATE invite_mail SET sent_at = sent_at - interval '1 minute'`);
});

describe('an invite for a co-GM', () => {
  it('is sent by e-mail, once, without a visible link, and is valid only for that address', async () => {
    const campaign = await service.campaign(gm, [ann]);
    expect((await create(campaign, { role: 'co_gm' })).body.email).toEqual([
      expect.stringContaining('by e-mail'),
    ]);
    expect((await create(campaign, { role: 'co_gm', email: ann.email, uses: 2 })).status).toBe(400);
    const made = await create(campaign, { role: 'co_gm', email: ann.email });
    expect(made).toMatchObject({ status: 201, body: { link: null, uses: 1 } });
    const [mail] = await mailsTo(ann.email);
    const token = mail?.template === 'campaign-invite' ? mail.invite_path.split('#')[1]! : '';
    expect((await preview(token)).body).toEqual({
      title: 'Curse of Strahd',
      invited_by: 'Gm',
      role: 'co_gm',
      for_address_only: true,
    });
    expect(await accept(token, bob)).toMatchObject({
      status: 403,
      body: { code: 'invite.other_address' },
    });
    service.identity.edge.mode = 'down';
    expect((await accept(token, ann)).status).toBe(503);
    service.identity.edge.mode = 'up';
    expect((await accept(token, ann)).status).toBe(200);
    const { body } = await service.call('GET', `/api/campaigns/${campaign}/`, { as: ann });
    expect(body).toMatchObject({ role: 'co_gm', players: [ann.id] });
    expect((await accept(token, ann)).status).toBe(200);
    expect((await accept(token, bob)).body.code).toBe('invite.used_up');
  });

  it('undoes no demotion', async () => {
    const campaign = await service.campaign(gm, [ann]);
    await create(campaign, { role: 'co_gm', email: ann.email });
    const [mail] = await mailsTo(ann.email);
    const token = mail?.template === 'campaign-invite' ? mail.invite_path.split('#')[1]! : '';
    const setRole = (role: string) =>
      service.call('PATCH', `/api/campaigns/${campaign}/players/${ann.id}/`, {
        as: gm,
        body: { role },
      });
    expect((await setRole('co_gm')).status).toBe(200);
    expect((await accept(token, ann)).status).toBe(200);
    expect((await setRole('player')).status).toBe(200);
    expect((await accept(token, ann)).body.code).toBe('invite.revoked');
    const { body } = await service.call('GET', `/api/campaigns/${campaign}/`, { as: ann });
    expect(body.role).toBe('player');
  });

  it('is the owner’s to make and to withdraw; players’ invites are a co-GM’s too', async () => {
    const campaign = await service.campaign(gm);
    await service.coGms(campaign, gm, [ann]);
    expect((await create(campaign, { role: 'co_gm', email: bob.email }, ann)).status).toBe(403);
    const coGms = await create(campaign, { role: 'co_gm', email: bob.email });
    expect((await revoke(campaign, coGms.body.id, ann)).status).toBe(403);
    const players = await create(campaign, {}, ann);
    expect(players.status).toBe(201);
    expect(await list(campaign, ann)).toHaveLength(2);
    for (const { id } of [coGms.body, players.body])
      expect((await revoke(campaign, id)).status).toBe(204);
    for (const unknown of [randomUUID(), 'nonsense'])
      expect(await revoke(campaign, unknown)).toMatchObject({
        status: 404,
        body: { code: 'invite.not_found' },
      });
    const elsewhere = await service.campaign(bob);
    const foreign = await create(elsewhere, {}, bob);
    expect((await revoke(campaign, foreign.body.id)).status).toBe(404);
  });
});

const publish = (name: string, payload: object, jobId: string = randomUUID()) =>
  service.app.get(Queues).add('events-campaign', name, payload, RETRY, { jobId });

describe('an invite that a sign-up started from', () => {
  const confirmed = ({ id }: { id: string }, token: string) => ({
    person_id: id,
    sealed: keyring.seal(token, INVITE_SEAL_PURPOSE, id),
  });
  /** Delivers an event that the queue might deliver again. */
  const deliver = (person: { id: string }, token: string) =>
    service.app.get(InviteAcceptance).onInvitedPersonConfirmed(confirmed(person, token));
  const usesLeft = async (campaign: string) =>
    (await list(campaign)).map(({ uses_left }: { uses_left: number }) => uses_left);

  it('makes the new user a member, without another use for a second delivery or the invite page', async () => {
    const campaign = await service.campaign(gm);
    const { token } = await invited(campaign, { uses: 3 });
    await publish(invitedPersonConfirmed.name, confirmed(ann, token));
    await eventually(async () => ((await playersIn(campaign)).length > 0 ? true : undefined));
    await deliver(ann, token);
    expect(await accept(token, ann)).toMatchObject({ status: 200, body: { campaign } });
    expect(await playersIn(campaign)).toEqual([ann.id]);
    expect(await usesLeft(campaign)).toEqual([2]);
    expect(
      service.hints.filter(
        ({ kind, campaign: of, to }) =>
          kind === 'campaigns' &&
          of === campaign &&
          JSON.stringify(to) === JSON.stringify({ people: [ann.id] }),
      ),
    ).toHaveLength(1);
  });

  it('is ignored, without retries, when the user may not join with it', async () => {
    const campaign = await service.campaign(gm);
    const expired = await invited(campaign);
    await service.uow.query('UPDATE invite SET expires_at = now() WHERE id = $1', [expired.id]);
    const revoked = await invited(campaign);
    await revoke(campaign, revoked.id);
    const usedUp = await invited(campaign, { uses: 1 });
    await accept(usedUp.token, bob);
    for (const { token } of [expired, revoked, usedUp, { token: 'nonsense' }])
      await deliver(ann, token);
    const barring = await invited(campaign);
    await accept(barring.token, ann);
    await remove(campaign, ann);
    await deliver(ann, barring.token);
    expect(await playersIn(campaign)).toEqual([bob.id]);
  });

  it('for a co-GM is accepted for the verified address only, and waits for identity', async () => {
    const campaign = await service.campaign(gm);
    await create(campaign, { role: 'co_gm', email: ann.email });
    const [mail] = await mailsTo(ann.email);
    const token = mail?.template === 'campaign-invite' ? mail.invite_path.split('#')[1]! : '';
    await deliver(bob, token);
    expect(await playersIn(campaign)).toEqual([]);
    service.identity.edge.mode = 'down';
    await expect(deliver(ann, token)).rejects.toThrow(UpstreamUnavailable);
    service.identity.edge.mode = 'up';
    await deliver(ann, token);
    const { body } = await service.call('GET', `/api/campaigns/${campaign}/`, { as: ann });
    expect(body).toMatchObject({ role: 'co_gm' });
  });

  it('does not add erased users or users who have left since', async () => {
    const campaign = await service.campaign(gm);
    const { token } = await invited(campaign);
    await deliver({ id: randomUUID() }, token);
    await deliver(ann, token);
    await remove(campaign, ann, ann);
    await deliver(ann, token);
    expect(await playersIn(campaign)).toEqual([]);
  });

  it('belongs to one user', async () => {
    const campaign = await service.campaign(gm);
    const { token } = await invited(campaign);
    const copied = { ...confirmed(ann, token), person_id: bob.id };
    const acceptance = service.app.get(InviteAcceptance);
    await expect(acceptance.onInvitedPersonConfirmed(copied)).rejects.toThrow(/authenticate/);
    expect(await playersIn(campaign)).toEqual([]);
  });
});

describe('the preview of an invite', () => {
  it('leads members to their campaign, even when the invite has ended, and takes no use', async () => {
    const campaign = await service.campaign(gm, [ann]);
    const { id, token } = await invited(campaign);
    for (const member of [gm, ann])
      expect(await preview(token, member)).toMatchObject({ status: 200, body: { campaign } });
    for (const other of [undefined, bob])
      expect((await preview(token, other)).body).not.toHaveProperty('campaign');
    expect(await list(campaign)).toMatchObject([{ uses_left: INVITE_LIMITS.defaultUses }]);
    await revoke(campaign, id);
    expect(await preview(token, ann)).toMatchObject({ status: 200, body: { campaign } });
    const told = [await preview(token), await preview(token, bob)];
    for (const answer of told) {
      expect(answer).toMatchObject({ status: 404, body: { code: 'invite.revoked' } });
      expect(JSON.stringify(answer.body)).not.toContain(campaign);
    }
  });

  it('asks a player who would become a co-GM', async () => {
    const campaign = await service.campaign(gm, [ann]);
    await create(campaign, { role: 'co_gm', email: ann.email });
    const [mail] = await mailsTo(ann.email);
    const token = mail?.template === 'campaign-invite' ? mail.invite_path.split('#')[1]! : '';
    expect((await preview(token, ann)).body).not.toHaveProperty('campaign');
    expect((await accept(token, ann)).status).toBe(200);
    expect((await preview(token, ann)).body).toMatchObject({ campaign });
  });
});

describe('what is kept', () => {
  it('is deleted with the account of its creator, of a removed user, or of the invited user', async () => {
    const campaign = await service.campaign(gm);
    await service.coGms(campaign, gm, [ann]);
    const byAnn = await create(campaign, { email: `${randomUUID()}@example.org` }, ann);
    const toBob = await create(campaign, { email: bob.email });
    await remove(campaign, ann);
    await publish(personDeleted.name, { person_id: ann.id });
    await publish(addressDeleted.name, {
      sealed: keyring.seal(bob.email, ADDRESS_SEAL_PURPOSE),
    });
    await eventually(async () => ((await list(campaign)).length === 0 ? true : undefined));
    const left = await service.uow.query(
      `SELECT id::text FROM invite WHERE id = ANY ($1::uuid[])
       UNION ALL SELECT player_id::text FROM removed_player WHERE player_id = $2
       UNION ALL SELECT id::text FROM invite_mail WHERE sender = $2 OR address_hash = $3`,
      [[byAnn.body.id, toBob.body.id], ann.id, service.hashOfAddress(bob.email)],
    );
    expect(left).toEqual([]);
  });

  it('is swept when nothing depends on it', async () => {
    const campaign = await service.campaign(gm);
    const email = `${randomUUID()}@example.org`;
    const old = (await create(campaign)).body.id;
    const late = (await create(campaign, { email })).body.id;
    const open = (await create(campaign)).body.id;
    await service.uow.query(
      `UPDATE invite SET expires_at = now() - interval '31 days' WHERE id = $1`,
      [old],
    );
    await service.uow.query('UPDATE invite SET expires_at = now() WHERE id = $1', [late]);
    await service.uow.query(`UPDATE invite_mail SET sent_at = sent_at - interval '2 days'`);
    await service.uow.query(
      `INSERT INTO removed_player (campaign_id, player_id, removed_at)
       VALUES ($1, $2, now() - interval '32 days'), ($1, $3, now() - interval '30 days')`,
      [campaign, ann.id, bob.id],
    );
    await service.app.get(InviteSweep).sweep();
    expect(
      await service.uow.query(
        'SELECT id, email FROM invite WHERE campaign_id = $1 ORDER BY created_at',
        [campaign],
      ),
    ).toEqual([
      { id: late, email: null },
      { id: open, email: null },
    ]);
    expect(
      await service.uow.query('SELECT player_id FROM removed_player WHERE campaign_id = $1', [
        campaign,
      ]),
    ).toEqual([{ player_id: bob.id }]);
    expect(await service.uow.query('SELECT 1 FROM invite_mail')).toEqual([]);
  });
});

it('is part of its creator’s data export only, without its link', async () => {
  const campaign = await service.campaign(gm, [ann]);
  const revoked = await create(campaign, { email: 'some.body@example.org' });
  await service.call('DELETE', `/api/campaigns/${campaign}/invites/${revoked.body.id}/`, {
    as: gm,
  });
  const { token } = await invited(campaign, { uses: 3 });
  await accept(token, bob);

  const signer = await ServiceTokenSigner.create(service.keys.privateKey('identity'));
  const recordOf = async (person: TestPerson) => {
    const path = `/internal/campaign-records?user=${person.id}`;
    const answer = await service.call('GET', path, { token: await signer.tokenFor('campaign') });
    return answer.body.campaigns.find(({ id }: { id: string }) => id === campaign);
  };
  const moment = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  const made = { role: 'player', email: null, created_at: moment, expires_at: moment };
  expect((await recordOf(gm)).invites).toEqual([
    { ...made, uses: 3, uses_left: 2, revoked_at: null },
    { ...made, uses: 1, uses_left: 1, revoked_at: moment },
  ]);
  for (const person of [ann, bob]) expect(await recordOf(person)).not.toHaveProperty('invites');
  expect(JSON.stringify(await recordOf(gm))).not.toContain(token);
});

it('an offer is part of the data exports of its creator and its recipient', async () => {
  const campaign = await service.campaign(gm, [ann, bob]);
  await service.call('POST', `/api/campaigns/${campaign}/hand-over/`, {
    as: gm,
    body: { to: ann.id },
  });
  const signer = await ServiceTokenSigner.create(service.keys.privateKey('identity'));
  const offerIn = async (person: TestPerson) => {
    const path = `/internal/campaign-records?user=${person.id}`;
    const answer = await service.call('GET', path, { token: await signer.tokenFor('campaign') });
    return answer.body.campaigns.find(({ id }: { id: string }) => id === campaign).hand_over;
  };
  for (const person of [gm, ann]) expect(await offerIn(person)).toMatchObject({ to: ann.id });
  expect(await offerIn(bob)).toBeUndefined();
});

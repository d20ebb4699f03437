import type { Passage } from '@tomekeeper/contracts-document';
import type { TestPerson } from '@tomekeeper/testing';
import { startDocumentApp, type DocumentApp } from './document-app';

// The party mark of passages for chosen players, and the names of the other readers.

let service: DocumentApp;
let gm: TestPerson, mira: TestPerson, tobin: TestPerson, ana: TestPerson;
let campaign: string;

beforeAll(async () => {
  service = await startDocumentApp();
  [gm, mira, tobin, ana] = (await Promise.all(
    ['Gm', 'Mira', 'Tobin', 'Ana'].map((name) => service.identity.join(name)),
  )) as [TestPerson, TestPerson, TestPerson, TestPerson];
});
afterAll(() => service?.stop());
beforeEach(() => {
  campaign = service.campaign(gm, [mira, tobin, ana]);
});

async function letter(spoilers: boolean) {
  const { body } = await service.call('POST', '/api/documents/notes/', {
    as: gm,
    body: { campaign, title: 'A letter', is_spoilers: spoilers, markdown: 'One\n\nTwo' },
  });
  const [first] = await passagesTo(gm, body.id);
  return { id: body.id as string, passage: first!.id };
}
const answerTo = async (as: TestPerson, id: string) => {
  const { status, body } = await service.call('GET', `/api/documents/${id}/passages/`, { as });
  return { status, body };
};
const passagesTo = async (as: TestPerson, id: string): Promise<Passage[]> =>
  (await answerTo(as, id)).body.passages;
async function reveal(id: string, passage: string, audience: unknown): Promise<string> {
  const answer = await service.call('PUT', `/api/documents/${id}/audience/`, {
    as: gm,
    body: { passages: [passage], audience, public_title: 'A letter' },
  });
  expect(answer.status).toBe(200);
  return answer.body.act;
}
const chosen = (players: TestPerson[], tell_readers?: boolean) => ({
  players: players.map(({ id }) => id),
  ...(tell_readers !== undefined && { tell_readers }),
});

it.each([true, false])(
  'carries one mark that is independent of its other readers (spoiler: %s)',
  async (spoilers) => {
    const { id, passage } = await letter(spoilers);
    await reveal(id, passage, chosen([mira]));
    const alone = await answerTo(mira, id);
    expect(alone.body.passages[0]).toMatchObject({ text: 'One', not_for_whole_party: true });
    expect(alone.body.passages[0]).not.toHaveProperty('known_to');
    const before = service.hints.length;
    await reveal(id, passage, chosen([mira, tobin]));
    expect(await answerTo(mira, id)).toEqual(alone);
    await reveal(id, passage, chosen([mira, tobin, ana]));
    expect(await answerTo(mira, id)).toEqual(alone);
    await reveal(id, passage, chosen([mira]));
    expect(await answerTo(mira, id)).toEqual(alone);
    expect(JSON.stringify(service.hints.slice(before).map(({ to }) => to))).not.toContain(
      service.membership(campaign, mira),
    );
    expect(await passagesTo(gm, id)).toEqual([
      expect.not.objectContaining({ not_for_whole_party: true }),
      expect.anything(),
    ]);
    await reveal(id, passage, 'party');
    expect((await passagesTo(mira, id))[0]).not.toHaveProperty('not_for_whole_party');
  },
);

it('names the other readers if the GM allows it, and takes the names back', async () => {
  const { id, passage } = await letter(false);
  await reveal(id, passage, chosen([mira, tobin]));
  const before = await answerTo(mira, id);
  const began = service.hints.length;
  const act = await reveal(id, passage, chosen([mira, tobin], true));
  const knownTo = async (as: TestPerson) => (await passagesTo(as, id))[0]?.known_to;
  expect(await knownTo(mira)).toEqual([tobin.id]);
  expect(await knownTo(tobin)).toEqual([mira.id]);
  expect((await passagesTo(ana, id))[0]).not.toHaveProperty('known_to');
  expect((await passagesTo(gm, id))[0]).toMatchObject({ audience: 'players', tells_readers: true });
  const heard = service.hints.slice(began).map(({ to }) => to);
  expect(heard).toEqual([
    {
      memberships: expect.arrayContaining(
        [mira, tobin].map((one) => service.membership(campaign, one)),
      ),
    },
  ]);
  const asMira = await service.call('GET', `/api/documents/${id}/passages/`, {
    as: gm,
    headers: { 'x-view-as': mira.id },
  });
  expect(asMira.body).toEqual((await answerTo(mira, id)).body);
  await service.call('DELETE', `/api/documents/${id}/acts/${act}/`, { as: gm });
  expect(await answerTo(mira, id)).toEqual(before);
  await reveal(id, passage, chosen([mira], true));
  expect(await knownTo(mira)).toEqual([]);
});

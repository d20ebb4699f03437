import { randomUUID } from 'node:crypto';
import type { ImportSessionsAnswer } from '@tomekeeper/contracts-campaign';
import { ServiceTokenSigner } from '@tomekeeper/internal-http';
import type { Method, TestPerson } from '@tomekeeper/testing';
import { startCampaignApp, type CampaignApp } from '../campaign-app';

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- any JSON, as in Caller
type Body = any;

/** A campaign with an owner, a co-GM and two players, and the calls of the document service. */
export interface TransferApp {
  service: CampaignApp;
  people: Record<'owner' | 'coGm' | 'player' | 'other' | 'stranger', TestPerson>;
  campaign: string;
  /** Call of the public API by the owner, or by another member, which must succeed. */
  api(method: Method, path: string, body?: object, as?: TestPerson): Promise<Body>;
  /** Call of the document service, or with another token. */
  internal(
    method: Method,
    path: string,
    body?: object,
    token?: string,
  ): ReturnType<CampaignApp['call']>;
  tokenOf(service: string): Promise<string>;
  list(as: TestPerson): Promise<Body[]>;
  put(
    sessions: readonly object[],
    importId?: string,
    user?: string,
  ): ReturnType<CampaignApp['call']>;
  /** @returns the body of a successful import */
  imported(sessions: readonly object[], importId?: string): Promise<ImportSessionsAnswer>;
}

export async function startTransferApp(): Promise<TransferApp> {
  const service = await startCampaignApp();
  const [owner, coGm, player, other, stranger] = (await Promise.all(
    ['Owner', 'Co-GM', 'Player', 'Other', 'Stranger'].map((name) => service.identity.join(name)),
  )) as [TestPerson, TestPerson, TestPerson, TestPerson, TestPerson];
  const app: TransferApp = {
    service,
    people: { owner, coGm, player, other, stranger },
    campaign: '',
    async api(method, path, body, as = owner) {
      const url = `/api/campaigns/${app.campaign}/${path}`;
      const answer = await service.call(method, url, { as, body });
      expect(answer.status).toBeLessThan(300);
      return answer.body;
    },
    async internal(method, path, body, token) {
      const url = `/internal/campaigns/${app.campaign}/${path}`;
      return service.call(method, url, { token: token ?? (await app.tokenOf('document')), body });
    },
    tokenOf: async (name) =>
      (await ServiceTokenSigner.create(service.keys.privateKey(name))).tokenFor('campaign'),
    list: (as) => app.api('GET', 'sessions/', undefined, as),
    put: (sessions, importId = randomUUID(), user = owner.id) =>
      app.internal('PUT', `imported-sessions/${importId}`, { user, sessions }),
    async imported(sessions, importId) {
      const answer = await app.put(sessions, importId);
      expect(answer.status).toBe(200);
      return answer.body;
    },
  };
  return app;
}

export async function newCampaign(app: TransferApp): Promise<void> {
  const { owner, coGm, player, other } = app.people;
  app.campaign = await app.service.campaign(owner, [player, other]);
  await app.service.coGms(app.campaign, owner, [coGm]);
}

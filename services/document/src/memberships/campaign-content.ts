import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import {
  campaignContent,
  importSessionsAnswer,
  sessionContent,
  SESSION_TRANSFER_LIMITS,
  undoImportedSessionsAnswer,
  type CampaignContent,
  type ImportedSession,
  type ImportSessionsAnswer,
  type SessionContent,
  type UndoImportedSessionsAnswer,
} from '@tomekeeper/contracts-campaign';
import { InternalClient, ServiceTokenSigner } from '@tomekeeper/internal-http';
import { CONFIG } from '@tomekeeper/service-kit';
import type { Config } from '../config';
import { campaignNotFound } from '../model/document.errors';

/** Timeout of a request; concurrent changes of the campaign delay it. */
const TIMEOUT_MS = 30_000;
/** The campaign service accepts bodies of 256 KiB. */
const REQUEST_BYTES = 200_000;

export interface AddedSessions extends ImportSessionsAnswer {
  /** Sessions without their board, which is too large. */
  without_board: number;
}

/** Content of campaigns in the campaign service, for exports and imports. */
@Injectable()
export class CampaignContentClient implements OnApplicationShutdown {
  private readonly campaigns: InternalClient;

  constructor(
    @Inject(CONFIG) { CAMPAIGN_URL: origins }: Pick<Config, 'CAMPAIGN_URL'>,
    signer: ServiceTokenSigner,
  ) {
    this.campaigns = new InternalClient({
      ...{ service: 'campaign', origins, signer, timeoutMs: TIMEOUT_MS },
    });
  }

  async onApplicationShutdown(): Promise<void> {
    await this.campaigns.close();
  }

  /** @throws {DomainError} 404 for people outside of the campaign @throws {UpstreamUnavailable} */
  async contentFor(campaign: string, user: string): Promise<CampaignContent> {
    const path = `/internal/campaigns/${campaign}/content?user=${user}`;
    const content = await this.campaigns.get(path, campaignContent);
    if (!content) throw campaignNotFound();
    return content;
  }

  /** @returns undefined if the user does not see the session @throws {UpstreamUnavailable} */
  sessionFor(campaign: string, session: string, user: string): Promise<SessionContent | undefined> {
    const path = `/internal/campaigns/${campaign}/content/sessions/${session}?user=${user}`;
    return this.campaigns.get(path, sessionContent);
  }

  /**
   * Adds sessions on behalf of a GM, in several requests. An error may leave some of them; a repetition adds the others.
   * @throws {DomainError} 404 for people outside of the campaign
   * @throws {UpstreamUnavailable}
   */
  async addSessions(
    { campaign, importId, user }: { campaign: string; importId: string; user: string },
    sessions: readonly ImportedSession[],
  ): Promise<AddedSessions> {
    const sum = { added: 0, known: 0, no_room: 0, without_board: 0 };
    const path = `/internal/campaigns/${campaign}/imported-sessions/${importId}`;
    const fitting = sessions.map((session) => {
      if (sizeOf(session) <= REQUEST_BYTES) return session;
      sum.without_board++;
      return { ...session, board: [] };
    });
    for (const some of requestsOf(fitting)) {
      const answer = await this.campaigns.put(path, { user, sessions: some }, importSessionsAnswer);
      if (!answer) throw campaignNotFound();
      for (const key of ['added', 'known', 'no_room'] as const) sum[key] += answer[key];
    }
    return sum;
  }

  /** Deletes the unchanged sessions of an import. @throws {UpstreamUnavailable} */
  async undoSessions(campaign: string, importId: string): Promise<UndoImportedSessionsAnswer> {
    const path = `/internal/campaigns/${campaign}/imported-sessions/${importId}`;
    const answer = await this.campaigns.delete(path, undoImportedSessionsAnswer);
    return answer ?? { deleted: 0, remaining: [] };
  }
}

const sizeOf = (session: ImportedSession): number => Buffer.byteLength(JSON.stringify(session));

/** Sessions in their order, in requests of limited size. */
function requestsOf(sessions: readonly ImportedSession[]): ImportedSession[][] {
  const requests: { sessions: ImportedSession[]; bytes: number }[] = [];
  for (const session of sessions) {
    const bytes = sizeOf(session);
    const last = requests.at(-1);
    const hasRoom =
      last &&
      last.sessions.length < SESSION_TRANSFER_LIMITS.perRequest &&
      last.bytes + bytes <= REQUEST_BYTES;
    if (hasRoom) {
      last.sessions.push(session);
      last.bytes += bytes;
    } else requests.push({ sessions: [session], bytes });
  }
  return requests.map((request) => request.sessions);
}

import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import {
  changeNumbersAnswer,
  changesAnswer,
  notebooksAnswer,
  seesAnythingAnswer,
  sharedFolderAnswer,
  visibleSinceAnswer,
  type ChangeNumbersAnswer,
  type ChangesAnswer,
  type NotebooksAnswer,
  type NotebooksQuery,
  type VisibleSinceAnswer,
  type VisibleSinceQuery,
} from '@tomekeeper/contracts-document';
import { InternalClient, ServiceTokenSigner } from '@tomekeeper/internal-http';
import { CONFIG } from '@tomekeeper/service-kit';
import type { Config } from '../config';

/** Timeout for data without which a search has results; twice this time, because reads are retried once. */
const OPTIONAL_TIMEOUT_MS = 600;

/** Change feed, shared folders and times of visibility of the document service. */
@Injectable()
export class ChangeFeedClient implements OnApplicationShutdown {
  private readonly documents: InternalClient;
  private readonly optional: InternalClient;

  constructor(
    @Inject(CONFIG) { DOCUMENT_URL: origins }: Pick<Config, 'DOCUMENT_URL'>,
    signer: ServiceTokenSigner,
  ) {
    const options = { service: 'document', origins, signer };
    this.documents = new InternalClient(options);
    this.optional = new InternalClient({ ...options, timeoutMs: OPTIONAL_TIMEOUT_MS });
  }

  /** On application shutdown, not earlier: requests in progress still use the client. */
  async onApplicationShutdown(): Promise<void> {
    await Promise.all([this.documents.close(), this.optional.close()]);
  }

  /**
   * @param membership of a player: adds its classes and its own watermark
   * @returns undefined if the campaign is deleted, or never had documents
   * @throws {UpstreamUnavailable}
   */
  watermarks(campaign: string, membership?: string): Promise<ChangeNumbersAnswer | undefined> {
    const query = membership === undefined ? '' : `?membership=${membership}`;
    return this.documents.get(
      `/internal/campaigns/${campaign}/change-numbers${query}`,
      changeNumbersAnswer,
    );
  }

  /**
   * Players' notes that a member may read.
   * @throws {UpstreamUnavailable}
   */
  async notebooks(campaign: string, member: NotebooksQuery): Promise<NotebooksAnswer['notebooks']> {
    const answer = await this.documents.get(
      `/internal/campaigns/${campaign}/notebooks?${new URLSearchParams(member)}`,
      notebooksAnswer,
    );
    return answer?.notebooks ?? [];
  }

  /**
   * @param membership of a player; the party without it
   * @throws {UpstreamUnavailable}
   */
  async hasVisibleDocuments(campaign: string, membership?: string): Promise<boolean> {
    const query = membership === undefined ? '' : `?membership=${membership}`;
    const answer = await this.documents.get(
      `/internal/campaigns/${campaign}/sees-anything${query}`,
      seesAnythingAnswer,
    );
    return answer?.sees_anything ?? true;
  }

  /**
   * Documents that players see in a folder. Never cached: a GM can stop sharing a tag at any time.
   * @throws {UpstreamUnavailable}
   */
  async documentsInSharedFolder(campaign: string, tag: string): Promise<readonly string[]> {
    const answer = await this.documents.get(
      `/internal/campaigns/${campaign}/shared-folder?tag=${encodeURIComponent(tag)}`,
      sharedFolderAnswer,
    );
    return answer?.documents ?? [];
  }

  /**
   * Passages that a member sees, by the time at which they became visible to the member, or for GMs to players.
   * @param asked a time span, or passages by id
   * @throws {UpstreamUnavailable}
   */
  async visibleSince(
    campaign: string,
    member: Pick<NotebooksQuery, 'role' | 'membership'>,
    asked:
      | { from: string; until: string | null; keep: VisibleSinceQuery['keep'] }
      | { passages: readonly string[] },
  ): Promise<VisibleSinceAnswer['passages']> {
    const query = new URLSearchParams({ role: member.role });
    if (member.membership !== undefined) query.set('membership', member.membership);
    if ('passages' in asked) query.set('passages', asked.passages.join(','));
    else {
      query.set('from', asked.from);
      query.set('keep', asked.keep);
      if (asked.until !== null) query.set('until', asked.until);
    }
    const answer = await this.optional.get(
      `/internal/campaigns/${campaign}/visible-since?${query}`,
      visibleSinceAnswer,
    );
    return answer?.passages ?? [];
  }

  /**
   * @param only `seen` omits passages that only GMs ever saw
   * @returns undefined if the campaign is deleted, or never had documents
   * @throws {UpstreamUnavailable}
   */
  changes(campaign: string, after: string, only?: 'seen'): Promise<ChangesAnswer | undefined> {
    const query = only === undefined ? '' : `&only=${only}`;
    return this.documents.get(
      `/internal/campaigns/${campaign}/changes?after=${after}${query}`,
      changesAnswer,
    );
  }
}

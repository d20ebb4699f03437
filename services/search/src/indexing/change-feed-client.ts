import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import {
  changeNumbersAnswer,
  changesAnswer,
  notebooksAnswer,
  seesAnythingAnswer,
  sharedFolderAnswer,
  type ChangeNumbersAnswer,
  type ChangesAnswer,
  type NotebooksAnswer,
  type NotebooksQuery,
} from '@tomekeeper/contracts-document';
import { InternalClient, ServiceTokenSigner } from '@tomekeeper/internal-http';
import { CONFIG } from '@tomekeeper/service-kit';
import type { Config } from '../config';

/** Change feed and shared folders of the document service. */
@Injectable()
export class ChangeFeedClient implements OnApplicationShutdown {
  private readonly documents: InternalClient;

  constructor(
    @Inject(CONFIG) { DOCUMENT_URL: origins }: Pick<Config, 'DOCUMENT_URL'>,
    signer: ServiceTokenSigner,
  ) {
    this.documents = new InternalClient({ service: 'document', origins, signer });
  }

  /** On application shutdown, not earlier: requests in progress still use the client. */
  async onApplicationShutdown(): Promise<void> {
    await this.documents.close();
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

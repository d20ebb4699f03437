import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import {
  changeNumbersAnswer,
  changesAnswer,
  seesAnythingAnswer,
  type ChangeNumbersAnswer,
  type ChangesAnswer,
} from '@tomekeeper/contracts-document';
import { InternalClient, ServiceTokenSigner } from '@tomekeeper/internal-http';
import { CONFIG } from '@tomekeeper/service-kit';
import type { Config } from '../config';

/** What changed in campaigns, by the document service, whose text it is. */
@Injectable()
export class DocumentFeed implements OnApplicationShutdown {
  private readonly documents: InternalClient;

  constructor(
    @Inject(CONFIG) { DOCUMENT_URL: origins }: Pick<Config, 'DOCUMENT_URL'>,
    signer: ServiceTokenSigner,
  ) {
    this.documents = new InternalClient({ service: 'document', origins, signer });
  }

  /** Not before: calls that are being answered still ask. */
  async onApplicationShutdown(): Promise<void> {
    await this.documents.close();
  }

  /**
   * @param membership of a player: the sets of chosen players that it belongs to are given too, and its own watermark
   * @returns undefined where nothing ever was in the campaign, or it is gone
   * @throws {UpstreamUnavailable}
   */
  numbers(campaign: string, membership?: string): Promise<ChangeNumbersAnswer | undefined> {
    const query = membership === undefined ? '' : `?membership=${membership}`;
    return this.documents.get(
      `/internal/campaigns/${campaign}/change-numbers${query}`,
      changeNumbersAnswer,
    );
  }

  /**
   * @param membership of a player; without one the party is asked for
   * @throws {UpstreamUnavailable}
   */
  async seesAnything(campaign: string, membership?: string): Promise<boolean> {
    const query = membership === undefined ? '' : `?membership=${membership}`;
    const answer = await this.documents.get(
      `/internal/campaigns/${campaign}/sees-anything${query}`,
      seesAnythingAnswer,
    );
    return answer?.sees_anything ?? true;
  }

  /**
   * @param only `seen` leaves out passages that only GMs ever saw
   * @returns undefined where there is nothing, or nothing any longer
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

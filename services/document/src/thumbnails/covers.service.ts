import { Injectable } from '@nestjs/common';
import type { ChooseCoverRequest, CoverAnswer, CoversAnswer } from '@tomekeeper/contracts-document';
import type { ViewAs } from '@tomekeeper/contracts-values';
import { UnitOfWork } from '@tomekeeper/persistence';
import { DomainError } from '@tomekeeper/service-kit';
import { DOCUMENT_LIMITS } from '@tomekeeper/contracts-document';
import { lockExistingCampaign } from '../memberships/campaign-lock';
import { campaignNotFound, viewAsNeedsCampaign } from '../model/document.errors';
import { THUMBNAIL_CONTENT } from '../storage/served-content';
import { CampaignMemberships, type Scope } from '../memberships/campaign-memberships';
import { deleteCovers, deleteUploads, keepUpload } from '../storage/object-removal';
import { ObjectStore } from '../storage/object-store';
import { makeThumbnails } from './thumbnail-worker';
import { readyCovers, type ReadyCover } from './ready-covers';
import { PendingUploadEntity } from '../model/pending-upload.entity';
import { chooseCover, chosenCover, emitCoverChanged, MAX_COVER } from './covers';

/** Covers of campaigns: members see them, GMs choose them. */
@Injectable()
export class CoversService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly memberships: CampaignMemberships,
    private readonly store: ObjectStore,
  ) {}

  /** Covers of one campaign, or of all campaigns of the user. */
  async list(
    user: string,
    campaign: string | undefined,
    viewAs: ViewAs | undefined,
  ): Promise<CoversAnswer> {
    const scope = await this.scope(user, campaign?.toLowerCase(), viewAs);
    const found = await readyCovers(this.uow, scope);
    return { covers: await Promise.all(found.map((one) => this.addressed(one))) };
  }

  private scope(
    user: string,
    campaign: string | undefined,
    viewAs: ViewAs | undefined,
  ): Promise<Scope> {
    if (campaign === undefined) {
      if (viewAs !== undefined) throw viewAsNeedsCampaign();
      return this.memberships.scopeOf(user);
    }
    return viewAs === undefined
      ? this.memberships.scopeIn(campaign, user)
      : this.memberships.scopeAs(viewAs, campaign, user);
  }

  async one(user: string, campaign: string, viewAs?: ViewAs): Promise<CoverAnswer> {
    const scope = await this.scope(user, campaign.toLowerCase(), viewAs);
    const [managed] = scope.managed;
    if (managed === undefined && scope.played.length === 0) throw campaignNotFound();
    const [ready] = await readyCovers(this.uow, scope);
    // Only GMs get the status of the chosen cover.
    const chosen = managed === undefined ? undefined : await chosenCover(this.uow, managed);
    return {
      ...(ready && { url: (await this.addressed(ready)).url }),
      ...(chosen && { chosen: chosen === 'failed' ? 'refused' : chosen }),
    };
  }

  private async addressed({ campaign, picture_key }: ReadyCover) {
    const { url } = await this.store.presignDownload(picture_key, THUMBNAIL_CONTENT);
    return { campaign, url };
  }

  /** Takes a file that was uploaded as any other is, in place of making a document of it. */
  async choose(user: string, request: ChooseCoverRequest): Promise<CoverAnswer> {
    const campaign = request.campaign.toLowerCase();
    await this.requireGm(campaign, user);
    const upload = await this.uow
      .repo(PendingUploadEntity)
      .findOneBy({ s3_key: request.s3_key, campaign_id: campaign, uploader: user });
    if (!upload) throw uploadNotFound();
    const source = upload.upload_key;
    const arrived = await this.store.describe(source);
    if (!arrived) throw notArrived();
    if (arrived.size > MAX_COVER) {
      await this.uow.run((tx) => deleteUploads(tx, { column: 's3_key', value: upload.s3_key }));
      throw tooLarge();
    }
    await this.uow.run(async (tx) => {
      await lockExistingCampaign(tx, campaign);
      if (!(await keepUpload(tx, upload.s3_key))) throw uploadNotFound(); // swept in this moment
      await chooseCover(tx, { source_key: source, campaign });
      await tx.outbox.job(makeThumbnails, {});
    });
    return this.one(user, campaign);
  }

  /** The campaign has the one again that is drawn from its title. */
  async remove(user: string, campaign: string): Promise<void> {
    const id = campaign.toLowerCase();
    await this.requireGm(id, user);
    await this.uow.run(async (tx) => {
      const unmade = await deleteCovers(tx, id, { unmade: true });
      const made = await deleteCovers(tx, id);
      if (unmade + made > 0) await emitCoverChanged(tx, id, made > 0 ? 'party' : 'gm');
    });
  }

  private async requireGm(campaign: string, user: string): Promise<void> {
    await this.memberships.requireGm(campaign, user, 'choose its cover');
  }
}

const uploadNotFound = () =>
  new DomainError(
    'not-found',
    'document.upload_not_found',
    'This upload is not known. Please choose the picture again.',
  );

const notArrived = () =>
  new DomainError(
    'conflict',
    'document.upload_incomplete',
    'The picture has not arrived yet. Please choose it again.',
  );

const tooLarge = () =>
  new DomainError(
    'too-large',
    'document.too_large',
    `A cover may have at most ${DOCUMENT_LIMITS.coverMegabytes} MB.`,
  );

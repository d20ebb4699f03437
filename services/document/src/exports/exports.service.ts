import { Injectable } from '@nestjs/common';
import {
  EXPORT_LIMITS,
  type CreateExportRequest,
  type ExportAnswer,
} from '@tomekeeper/contracts-document';
import { UnitOfWork } from '@tomekeeper/persistence';
import { lockExistingCampaign } from '../memberships/campaign-lock';
import { CampaignContentClient } from '../memberships/campaign-content';
import { CampaignMemberships } from '../memberships/campaign-memberships';
import { campaignNotFound } from '../model/document.errors';
import { ObjectStore } from '../storage/object-store';
import { savedContent } from '../storage/served-content';
import { isStillVisible } from './export-contents';
import { exportNotFound, exportOutdated, tooManyExports } from './export.errors';
import { writeExports } from './export-jobs';
import { deleteExports } from './export-removal';
import {
  createExport,
  exportById,
  exportFiles,
  exportsOf,
  openExports,
  surplusExports,
  type ExportRow,
} from './export-rows';
import { viewerIn, watermarkOf } from './export-viewer';

const HOUR_MS = 60 * 60 * 1000;

/** Exports of a campaign, each for the member who started it. */
@Injectable()
export class ExportsService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly memberships: CampaignMemberships,
    private readonly store: ObjectStore,
    private readonly content: CampaignContentClient,
  ) {}

  /** @throws {DomainError} 404 for users outside of the campaign */
  async create(
    person: string,
    campaign: string,
    { format }: CreateExportRequest,
  ): Promise<ExportAnswer> {
    const viewer = await viewerIn(this.memberships, campaign, person);
    if (!viewer) throw campaignNotFound();
    const { membership } = viewer;
    const row = await this.uow.run(async (tx) => {
      await lockExistingCampaign(tx, campaign);
      if ((await openExports(tx, { campaign, person })) >= EXPORT_LIMITS.open)
        throw tooManyExports();
      for (const old of await surplusExports(tx, { campaign, person }))
        await deleteExports(tx, { column: 'id', value: old });
      const made = await createExport(tx, { campaign_id: campaign, person, membership, format });
      await tx.outbox.job(writeExports, {});
      return made;
    });
    return toExport(row);
  }

  async list(person: string, campaign: string): Promise<ExportAnswer[]> {
    if (!(await viewerIn(this.memberships, campaign, person))) throw campaignNotFound();
    return (await exportsOf(this.uow, { campaign, person })).map(toExport);
  }

  /**
   * An export with its URLs, as long as the member still sees all that it may contain.
   * @throws {DomainError} 404 for other users, 410 after a revocation; the export is deleted then
   */
  async read(person: string, campaign: string, id: string): Promise<ExportAnswer> {
    const row = await exportById(this.uow, id);
    const viewer = await viewerIn(this.memberships, campaign, person);
    if (!viewer || row?.person !== person || row.campaign_id !== campaign) throw exportNotFound();
    if (await this.isOutdated(row, viewer)) {
      await this.uow.run((tx) => deleteExports(tx, { column: 'id', value: id }));
      throw exportOutdated();
    }
    if (row.state !== 'ready') return toExport(row);
    const files = await Promise.all(
      (await exportFiles(this.uow, id)).map(async ({ s3_key, name, size }) => {
        const { url } = await this.store.presignDownload(s3_key, savedContent(name));
        return { name, size, url };
      }),
    );
    return { ...toExport(row), files };
  }

  private async isOutdated(
    row: ExportRow,
    { membership }: { membership: string | null },
  ): Promise<boolean> {
    // The role of the member changed.
    if (row.membership !== membership) return true;
    if (row.watermark === null) return false;
    if ((await watermarkOf(this.uow, row.campaign_id, membership)) > row.watermark) return true;
    if (row.state !== 'ready') return false;
    return !(await isStillVisible(this.uow, row.contents, () =>
      this.content.contentFor(row.campaign_id, row.person),
    ));
  }
}

function toExport({ id, format, state, progress, created_at, ended_at }: ExportRow): ExportAnswer {
  return {
    ...{
      id,
      format,
      state,
      progress: state === 'ready' ? 1 : progress / 100,
      created_at: created_at.toISOString(),
    },
    ...(ended_at && {
      available_until: new Date(ended_at.getTime() + EXPORT_LIMITS.hours * HOUR_MS).toISOString(),
    }),
  };
}

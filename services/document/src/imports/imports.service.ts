import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { isGm } from '@tomekeeper/contracts-campaign';
import {
  IMPORT_LIMITS,
  type CreateImportRequest,
  type ImportAnswer,
  type ImportProblem,
  type ImportState,
  type ImportSummary,
  type ReviseImportRequest,
} from '@tomekeeper/contracts-document';
import { UnitOfWork, type Transaction } from '@tomekeeper/persistence';
import { CONFIG } from '@tomekeeper/service-kit';
import type { Config } from '../config';
import { lockExistingCampaign } from '../memberships/campaign-lock';
import { CampaignMemberships } from '../memberships/campaign-memberships';
import { documentRoom } from '../model/document-room';
import { PendingUploadEntity } from '../model/pending-upload.entity';
import { keepUpload } from '../storage/object-removal';
import { ObjectStore } from '../storage/object-store';
import { uploadIncomplete, uploadNotFound } from '../uploads/open-uploads';
import { UploadParts } from '../uploads/upload-parts';
import { importChanged, importNotFound, tooLargeImport, tooManyImports } from './import.errors';
import { processImports } from './import-jobs';
import { deleteImportItems, removeImportSource } from './import-removal';
import { toImportSummary } from './import-response';
import {
  createImport,
  importById,
  importOfUpload,
  importsOf,
  openImports,
  setImportState,
  type ImportRow,
} from './import-rows';
import { countRecords } from './review/import-records';
import { itemsPage, problemsOf, reviewCounts } from './review/import-items';
import { reviseItems } from './review/revise-items';
import {
  documentCounts,
  documentsOfImport,
  documentsPlayersSee,
} from './saving/imported-documents';

const MEGABYTE = 1024 * 1024;

/** States in which a GM has, or had, a review. */
const REVIEWED: readonly ImportState[] = ['review', 'saving', 'done'];

/** Imports of a campaign, for its GMs. */
@Injectable()
export class ImportsService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly memberships: CampaignMemberships,
    private readonly store: ObjectStore,
    private readonly parts: UploadParts,
    @Inject(CONFIG) private readonly config: Pick<Config, 'MAX_IMPORT_MB'>,
  ) {}

  /** Idempotent: repeating it with its key returns the same import. */
  async create(user: string, request: CreateImportRequest): Promise<ImportSummary> {
    const campaign = request.campaign.toLowerCase();
    await this.requireGm(campaign, user);
    const { key, format } = request;
    const upload = await this.uow
      .repo(PendingUploadEntity)
      .findOneBy({ s3_key: key, campaign_id: campaign, uploader: user });
    if (upload) await this.requireArrived(upload);
    const row = await this.uow.run(async (tx) => {
      await lockExistingCampaign(tx, campaign);
      const known = await importOfUpload(tx, { campaign, upload: key });
      if (known) return known;
      if ((await openImports(tx, campaign)) >= IMPORT_LIMITS.open) throw tooManyImports();
      if (!upload || !(await keepUpload(tx, key))) throw uploadNotFound();
      // A multipart upload is complete: its parts are not removed any longer.
      await tx.query('DELETE FROM object_removal WHERE s3_key = $1', [upload.upload_key]);
      const made = await createImport(tx, {
        ...{ campaign_id: campaign, person: user, upload: key, format },
        ...{ source_key: upload.upload_key, file_name: upload.file_name },
      });
      if (!made) throw new Error('An import was not stored.');
      await tx.outbox.job(processImports, {});
      return made;
    });
    return toImportSummary(row);
  }

  private async requireArrived(upload: PendingUploadEntity): Promise<void> {
    const object =
      (await this.store.describe(upload.upload_key)) ?? (await this.parts.join(upload));
    if (!object) throw uploadIncomplete();
    if (object.size > this.config.MAX_IMPORT_MB * MEGABYTE)
      throw tooLargeImport(this.config.MAX_IMPORT_MB);
  }

  async list(user: string, campaign: string): Promise<ImportSummary[]> {
    const id = campaign.toLowerCase();
    await this.requireGm(id, user);
    const rows = await importsOf(this.uow, id, IMPORT_LIMITS.listed);
    const counts = await documentCounts(this.uow, id);
    return rows.map((row) => ({
      ...toImportSummary(row),
      ...(row.state === 'done' && { document_count: counts.get(row.id) ?? 0 }),
    }));
  }

  async read(user: string, id: string, after: number): Promise<ImportAnswer> {
    const row = await this.find(user, id);
    const summary = toImportSummary(row);
    if (row.state === 'review') return { ...summary, review: await this.review(row, after) };
    if (row.state !== 'done') return summary;
    const documents = await documentsOfImport(this.uow, row);
    const page = documents.slice(after, after + IMPORT_LIMITS.page);
    const end = after + page.length;
    return {
      ...summary,
      documents: page.map(({ id: document, title }) => ({ id: document, title })),
      players_see: await documentsPlayersSee(this.uow, row),
      ...(end < documents.length && { next: end }),
    };
  }

  private async review(
    { id, campaign_id, skipped_sections }: ImportRow,
    after: number,
  ): Promise<NonNullable<ImportAnswer['review']>> {
    const limit = IMPORT_LIMITS.page;
    const items = await itemsPage(this.uow, id, { after, limit: limit + 1 });
    const page = items.slice(0, limit);
    const problems = await problemsOf(this.uow, id, limit);
    return {
      counts: await reviewCounts(this.uow, id),
      sections: (await countRecords(this.uow, id)).map((one) => ({
        ...one,
        is_skipped: skipped_sections.includes(one.section),
      })),
      room: await documentRoom(this.uow, campaign_id),
      items: page,
      ...(items.length > limit && { next: page.at(-1)!.number }),
      problems: problems as ImportProblem[],
    };
  }

  async revise(user: string, id: string, request: ReviseImportRequest): Promise<ImportSummary> {
    return this.inReview(user, id, async (tx, { state }) => {
      if (state !== 'review') throw importChanged();
      const { skipped_sections: skipped } = request;
      if (skipped)
        await tx.query('UPDATE import SET skipped_sections = $2 WHERE id = $1', [id, skipped]);
      await reviseItems(tx, id, request);
    });
  }

  /** Idempotent: an import that is being saved, or is saved, is returned unchanged. */
  async commit(user: string, id: string): Promise<ImportSummary> {
    return this.inReview(user, id, async (tx, { state }) => {
      if (state !== 'review') return;
      await setImportState(tx, id, { state: 'saving', isDue: true });
      // Documents that an import adds have the person who confirmed it as their uploader.
      await tx.query('UPDATE import SET person = $2 WHERE id = $1', [id, user]);
      await tx.outbox.job(processImports, {});
    });
  }

  /** Cancels an import that is not being saved. Idempotent. */
  async cancel(user: string, id: string): Promise<void> {
    await this.find(user, id);
    await this.uow.run(async (tx) => {
      const row = await importById(tx, id, 'FOR UPDATE');
      if (!row) throw importNotFound();
      if (row.state === 'cancelled') return;
      if (!['waiting', 'extracting', 'review'].includes(row.state)) throw importChanged();
      await setImportState(tx, id, { state: 'cancelled' });
      await deleteImportItems(tx, { column: 'import_id', value: id });
      await removeImportSource(tx, row.source_key);
    });
  }

  private async inReview(
    user: string,
    id: string,
    change: (tx: Transaction, before: ImportRow) => Promise<void>,
  ): Promise<ImportSummary> {
    await this.find(user, id);
    const row = await this.uow.run(async (tx) => {
      const before = await importById(tx, id, 'FOR UPDATE');
      if (!before || !REVIEWED.includes(before.state)) throw importChanged();
      await change(tx, before);
      return importById(tx, id);
    });
    if (!row) throw importNotFound();
    return toImportSummary(row);
  }

  /** @throws {DomainError} 404 for everybody but the GMs of the campaign */
  async find(user: string, id: string): Promise<ImportRow> {
    const row = await importById(this.uow, id);
    // An unknown id takes as long as that of another campaign.
    const role = await this.memberships.roleIn(row?.campaign_id ?? randomUUID(), user);
    if (!row || !isGm(role)) throw importNotFound();
    return row;
  }

  private async requireGm(campaign: string, user: string): Promise<void> {
    await this.memberships.requireGm(campaign, user, 'import documents');
  }
}

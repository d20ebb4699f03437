import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import {
  DEFAULT_CONTENT_TYPE,
  type DiscardUploadRequest,
  type FinalizeRequest,
  type PresignAnswer,
  type PresignPartsAnswer,
  type PresignPartsRequest,
  type PresignRequest,
} from '@tomekeeper/contracts-document';
import { UnitOfWork, type Transaction } from '@tomekeeper/persistence';
import { CONFIG, DomainError } from '@tomekeeper/service-kit';
import { mayHoldSecrets } from '@tomekeeper/text-extraction';
import type { Config } from '../config';
import { lockExistingCampaign } from '../memberships/campaign-lock';
import { DocumentEntity } from '../model/document.entity';
import { documentNotFound } from '../model/document.errors';
import { newDocument } from '../model/new-document';
import { makeRoom } from '../model/document-room';
import { uploadedFileName } from '../model/file-name';
import { authorOf, emitDocumentChanged } from '../passages/invalidation-events';
import { duplicateDocuments, visibleDocument } from '../access/visible-documents';
import { recordDocumentChange } from '../ledger/ledger';
import { CampaignMemberships } from '../memberships/campaign-memberships';
import { endUpload, deleteUploads } from '../storage/object-removal';
import { ObjectStore } from '../storage/object-store';
import { makeThumbnails } from '../thumbnails/thumbnail-worker';
import { isPictureFile } from '../storage/player-pictures';
import { extractTexts } from '../extraction-jobs/extraction-jobs';
import { PendingUploadEntity } from '../model/pending-upload.entity';
import { limitOpenUploads, uploadIncomplete, uploadNotFound } from './open-uploads';
import { UploadParts } from './upload-parts';

const MEGABYTE = 1024 * 1024;

/** An uploaded file, copied to its final key. */
export type ArrivedFile = Pick<
  PendingUploadEntity,
  's3_key' | 'uploader' | 'file_name' | 'content_type' | 'is_spoilers' | 'content_fingerprint'
> & {
  /** Bytes. */
  size: number;
};

/** Uploads: prepared here, sent by the browser straight to the store, finalized here. */
@Injectable()
export class UploadsService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly memberships: CampaignMemberships,
    private readonly store: ObjectStore,
    private readonly parts: UploadParts,
    @Inject(CONFIG) private readonly config: Pick<Config, 'MAX_UPLOAD_MB' | 'MAX_IMPORT_MB'>,
  ) {}

  async presign(user: string, request: PresignRequest): Promise<PresignAnswer> {
    const campaign = request.campaign.toLowerCase();
    await this.requireGm(campaign, user);
    if (request.replaces !== undefined) await this.requireDocument(campaign, request.replaces);
    const isImport = request.purpose === 'import';
    const maxMegabytes = isImport ? this.config.MAX_IMPORT_MB : this.config.MAX_UPLOAD_MB;
    if ((request.size ?? 0) > maxMegabytes * MEGABYTE) throw tooLarge(maxMegabytes);
    const contentType = request.content_type || DEFAULT_CONTENT_TYPE;
    const upload = {
      s3_key: `campaigns/${campaign}/${randomUUID()}`,
      upload_key: `uploads/${randomUUID()}`,
      campaign_id: campaign,
      uploader: user,
      file_name: uploadedFileName(request.file_name, 'file_name'),
      content_type: contentType,
      size: request.size ?? null,
      is_spoilers: request.is_spoilers,
      content_fingerprint: request.content_fingerprint ?? null,
    };
    const { url, expiresAt } = await this.store.presignUpload(
      upload.upload_key,
      contentType,
      request.size,
    );
    await this.uow.run(async (tx) => {
      await lockExistingCampaign(tx, campaign);
      const addsDocument =
        request.replaces === undefined && (request.purpose ?? 'document') === 'document';
      if (addsDocument) await makeRoom(tx, campaign, { countUploads: true });
      await limitOpenUploads(tx, user);
      await tx.repo(PendingUploadEntity).insert({ ...upload, expires_at: expiresAt });
    });
    // The length is signed too where it is known; browsers set that header themselves.
    const headers = { 'content-type': contentType };
    const same_content = await this.alike(campaign, upload);
    return { upload_url: url, key: upload.s3_key, headers, ...(same_content && { same_content }) };
  }

  /** Continues an upload in parts. */
  async presignParts(user: string, request: PresignPartsRequest): Promise<PresignPartsAnswer> {
    return this.parts.presign(await this.requireUpload(user, request), request.parts);
  }

  /** Deletes an unfinished upload and its stored bytes. */
  async discard(user: string, request: DiscardUploadRequest): Promise<void> {
    const { s3_key } = await this.requireUpload(user, request);
    const deleted = await this.uow.run((tx) =>
      deleteUploads(tx, { column: 's3_key', value: s3_key }),
    );
    if (deleted === 0) throw uploadNotFound(); // finalized in this moment
  }

  private async requireUpload(user: string, request: DiscardUploadRequest) {
    const campaign = request.campaign.toLowerCase();
    await this.requireGm(campaign, user);
    const upload = await this.uploadOf(user, campaign, request.s3_key);
    if (!upload) throw uploadNotFound();
    return upload;
  }

  private uploadOf(user: string, campaign: string, s3Key: string) {
    const which = { s3_key: s3Key, campaign_id: campaign, uploader: user };
    return this.uow.repo(PendingUploadEntity).findOneBy(which);
  }

  /** Documents that hold the same as a file to come; undefined where there are none, and where its content was not named. */
  private async alike(
    campaign: string,
    upload: Pick<PendingUploadEntity, 'content_fingerprint' | 'file_name' | 'size'>,
  ): Promise<PresignAnswer['same_content']> {
    const { content_fingerprint: fingerprint, file_name: name, size } = upload;
    if (!fingerprint) return undefined;
    const file = { fingerprint, name, size: size ?? -1 };
    const found = await duplicateDocuments(this.uow, { managed: [campaign] }, file);
    return found.length > 0 ? found : undefined;
  }

  /** Makes the document once its object is there. Repeating it answers the same document. */
  async finalize(user: string, request: FinalizeRequest): Promise<DocumentEntity> {
    const campaign = request.campaign.toLowerCase();
    await this.requireGm(campaign, user);
    const chosenName = request.original_filename
      ? uploadedFileName(request.original_filename, 'original_filename')
      : undefined;
    const arrived = await this.arrive(user, campaign, request.s3_key);
    if (!arrived) {
      // Checked after the upload: the transaction that creates the document deletes the upload.
      const made = await documentOf(this.uow, campaign, request.s3_key);
      if (!made) throw uploadNotFound();
      return made;
    }
    const { s3_key, file_name, ...file } = arrived;

    return this.uow.run(async (tx) => {
      await lockExistingCampaign(tx, campaign);
      const madeMeanwhile = await documentOf(tx, campaign, s3_key);
      if (madeMeanwhile) return madeMeanwhile;
      if (!(await endUpload(tx, s3_key))) throw uploadNotFound(); // swept in this moment
      await makeRoom(tx, campaign, { countUploads: false });
      const documents = tx.repo(DocumentEntity);
      const name = chosenName ?? file_name;
      const document = documents.create({
        ...newDocument(),
        ...file,
        id: randomUUID(),
        campaign_id: campaign,
        original_filename: name,
        file_on_hold: mayHoldSecrets({ name, contentType: file.content_type }),
        s3_key,
        is_spoilers: file.is_spoilers || request.is_spoilers,
        tags: request.tags ?? [],
      });
      await documents.insert(document);
      await recordDocumentChange(tx, { document: document.id, act: 'upload', by: user });
      const audience = document.is_spoilers ? 'gm' : 'party';
      await emitDocumentChanged(tx, document, audience, authorOf(user, request.change));
      if (isPictureFile(document.content_type, name)) await tx.outbox.job(makeThumbnails, {});
      await tx.outbox.job(extractTexts, {});
      return document;
    });
  }

  /**
   * Copies an upload to its final key; until `endUpload`, removing the upload removes the copy.
   * @returns undefined if the user has no such upload in the campaign
   * @throws {DomainError} if the upload is missing or differs from its announcement
   */
  async arrive(user: string, campaign: string, s3Key: string): Promise<ArrivedFile | undefined> {
    const upload = await this.uploadOf(user, campaign, s3Key);
    if (!upload) return undefined;
    const size = await this.arrivedSize(upload);
    await this.putInPlace(upload);
    const { s3_key, uploader, file_name, content_type, is_spoilers, content_fingerprint } = upload;
    return { s3_key, uploader, file_name, content_type, is_spoilers, content_fingerprint, size };
  }

  /**
   * Size of the uploaded object; fixes the content for the document.
   * @throws {DomainError} if the object is missing or differs from its announcement
   */
  private async arrivedSize(upload: PendingUploadEntity): Promise<number> {
    const arrived =
      (await this.store.describe(upload.upload_key)) ?? (await this.parts.join(upload));
    if (arrived === undefined) throw uploadIncomplete();
    if (this.isTooLarge(arrived.size)) {
      await this.uow.run((tx) => deleteUploads(tx, { column: 's3_key', value: upload.s3_key }));
      throw tooLarge(this.config.MAX_UPLOAD_MB);
    }
    if (upload.size !== null && upload.size !== arrived.size) throw otherSize();
    const [pinned] = await this.uow.query<{ etag: string }>(
      `UPDATE pending_upload SET etag = coalesce(etag, $2) WHERE s3_key = $1 RETURNING etag`,
      [upload.s3_key, arrived.etag],
    );
    // Without a row the upload is finalized or swept by now, which the transaction finds out.
    if (pinned && pinned.etag !== arrived.etag) throw uploadChanged();
    upload.etag = arrived.etag;
    return arrived.size;
  }

  /** Copies the upload to the document's key, which no presigned URL can write to. */
  private async putInPlace({ s3_key, upload_key, etag, content_type }: PendingUploadEntity) {
    if (etag === null) return;
    if (await this.store.copy(upload_key, etag, s3_key, content_type)) return;
    // A concurrent call may have finalized the upload; its object stays.
    if (!(await this.store.describe(s3_key))) throw uploadChanged();
  }

  private isTooLarge(size: number): boolean {
    return size > this.config.MAX_UPLOAD_MB * MEGABYTE;
  }

  /** GMs may see every document of the campaign. */
  private async requireDocument(campaign: string, id: string): Promise<void> {
    const scope = { managed: [campaign], played: [] };
    if (!(await visibleDocument(this.uow, scope, id))) throw documentNotFound();
  }

  private async requireGm(campaign: string, user: string): Promise<void> {
    await this.memberships.requireGm(campaign, user, 'upload documents');
  }
}

/** The document of an upload, for a GM of its campaign, who may see spoilers. */
function documentOf(
  db: Pick<Transaction, 'repo'>,
  campaign: string,
  s3Key: string,
): Promise<DocumentEntity | null> {
  return db.repo(DocumentEntity).findOneBy({ s3_key: s3Key, campaign_id: campaign });
}

const tooLarge = (maxMegabytes: number) =>
  new DomainError('too-large', 'document.too_large', `A file may have at most ${maxMegabytes} MB.`);

const otherSize = () =>
  new DomainError(
    'conflict',
    'document.upload_incomplete',
    'The stored file does not have the announced size. Please upload it again.',
  );

const uploadChanged = () =>
  new DomainError(
    'conflict',
    'document.upload_changed',
    'The file was replaced while it was being saved. Please upload it again.',
  );

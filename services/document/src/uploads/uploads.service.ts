import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import {
  DEFAULT_CONTENT_TYPE,
  DOCUMENT_LIMITS,
  type FinalizeRequest,
  type PresignAnswer,
  type PresignRequest,
} from '@tomekeeper/contracts-document';
import { UnitOfWork, type Transaction } from '@tomekeeper/persistence';
import { campaignNotFound, onlyTheOwner, tooManyDocuments } from '../documents/document.errors';
import { DocumentEntity } from '../documents/document.entity';
import { uploadedFileName } from '../documents/file-name';
import {
  visibleDocumentByKey,
  type Scope,
  type VisibleDocument,
} from '../documents/visible-documents';
import { CampaignMemberships } from '../memberships/campaign-memberships';
import { endUpload, deleteUploads } from '../objects/object-removal';
import { ObjectStore } from '../objects/object-store';
import { lockLivingCampaign } from './campaign-lock';
import { PendingUploadEntity } from './pending-upload.entity';
import {
  notArrived,
  otherSize,
  tooLarge,
  tooManyUploads,
  uploadChanged,
  uploadNotFound,
} from './upload.errors';

export const MAX_UPLOAD_MB = Symbol('largest upload in megabytes');
const MEGABYTE = 1024 * 1024;

/** The way of a file into a campaign: prepared here, sent straight to the store, finalized here. */
@Injectable()
export class UploadsService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly memberships: CampaignMemberships,
    private readonly store: ObjectStore,
    @Inject(MAX_UPLOAD_MB) private readonly maxMegabytes: number,
  ) {}

  async presign(user: string, request: PresignRequest): Promise<PresignAnswer> {
    const campaign = request.campaign.toLowerCase();
    await this.requireOwner(campaign, user);
    if (this.isTooLarge(request.size ?? 0)) throw tooLarge(this.maxMegabytes);
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
    };
    const { url, expiresAt } = await this.store.presignUpload(
      upload.upload_key,
      contentType,
      request.size,
    );
    await this.uow.run(async (tx) => {
      await lockLivingCampaign(tx, campaign);
      await makeRoom(tx, campaign, { countUploads: true });
      await limitOutstanding(tx, user);
      await tx.repo(PendingUploadEntity).insert({ ...upload, expires_at: expiresAt });
    });
    // The length is signed too where it is known; a browser sends that header by itself.
    return { upload_url: url, key: upload.s3_key, headers: { 'content-type': contentType } };
  }

  /** Makes the document once its object is there. Repeating it answers the same document. */
  async finalize(user: string, request: FinalizeRequest): Promise<VisibleDocument> {
    const campaign = request.campaign.toLowerCase();
    await this.requireOwner(campaign, user);
    const scope: Scope = { owned: [campaign], played: [] };
    const upload = await this.uow.run((tx) =>
      tx.repo(PendingUploadEntity).findOneBy({
        s3_key: request.s3_key,
        campaign_id: campaign,
        uploader: user,
      }),
    );
    if (!upload) {
      // Looked for in this order: an upload disappears in the moment in which its document is made.
      const made = await visibleDocumentByKey(this.uow, scope, request.s3_key);
      if (!made) throw uploadNotFound();
      return made;
    }
    const fileName = request.original_filename
      ? uploadedFileName(request.original_filename, 'original_filename')
      : upload.file_name;
    const size = await this.arrivedSize(upload);
    await this.putInPlace(upload);

    return this.uow.run(async (tx) => {
      await lockLivingCampaign(tx, campaign);
      const madeMeanwhile = await visibleDocumentByKey(tx, scope, upload.s3_key);
      if (madeMeanwhile) return madeMeanwhile;
      if (!(await endUpload(tx, upload.s3_key))) throw uploadNotFound(); // swept in this moment
      await makeRoom(tx, campaign, { countUploads: false });
      await tx.repo(DocumentEntity).insert({
        id: randomUUID(),
        campaign_id: campaign,
        uploader: user,
        original_filename: fileName,
        s3_key: upload.s3_key,
        content_type: upload.content_type,
        size,
        is_spoilers: upload.is_spoilers || request.is_spoilers,
      });
      const document = await visibleDocumentByKey(tx, scope, upload.s3_key);
      if (!document) throw new Error('The document just made is not there.');
      return document;
    });
  }

  /**
   * Size of what has arrived; from here on only this content can become the document.
   * @throws {DomainError} when it is not there, or not what was announced
   */
  private async arrivedSize(upload: PendingUploadEntity): Promise<number> {
    const arrived = await this.store.describe(upload.upload_key ?? upload.s3_key);
    if (arrived === undefined) throw notArrived();
    if (this.isTooLarge(arrived.size)) {
      await this.uow.run((tx) => deleteUploads(tx, { column: 's3_key', value: upload.s3_key }));
      throw tooLarge(this.maxMegabytes);
    }
    if (upload.size !== null && upload.size !== arrived.size) throw otherSize();
    if (upload.upload_key === null) return arrived.size;
    const [pinned] = await this.uow.query<{ etag: string }>(
      `UPDATE pending_upload SET etag = coalesce(etag, $2) WHERE s3_key = $1 RETURNING etag`,
      [upload.s3_key, arrived.etag],
    );
    // Without a row the upload is finalized or swept by now, which the transaction finds out.
    if (pinned && pinned.etag !== arrived.etag) throw uploadChanged();
    upload.etag = arrived.etag;
    return arrived.size;
  }

  /** Copies what has arrived to where the document is served from, which no handed-out URL can reach. */
  private async putInPlace({ s3_key, upload_key, etag, content_type }: PendingUploadEntity) {
    if (upload_key === null || etag === null) return;
    if (await this.store.copy(upload_key, etag, s3_key, content_type)) return;
    // Another call may have finalized it meanwhile, whose object stands.
    if (!(await this.store.describe(s3_key))) throw uploadChanged();
  }

  private isTooLarge(size: number): boolean {
    return size > this.maxMegabytes * MEGABYTE;
  }

  private async requireOwner(campaign: string, user: string): Promise<void> {
    const role = await this.memberships.roleIn(campaign, user);
    if (!role) throw campaignNotFound();
    if (role !== 'owner') throw onlyTheOwner('upload documents');
  }
}

/** Uploads count while their URL is good, so that many at once do not end in refused files. */
async function makeRoom(
  tx: Transaction,
  campaign: string,
  { countUploads }: { countUploads: boolean },
): Promise<void> {
  const [count] = await tx.query<{ documents: number; uploads: number }>(
    `SELECT (SELECT count(*) FROM document WHERE campaign_id = $1)::int AS documents,
            (SELECT count(*) FROM pending_upload
              WHERE campaign_id = $1 AND expires_at > now())::int AS uploads`,
    [campaign],
  );
  const taken = (count?.documents ?? 0) + (countUploads ? (count?.uploads ?? 0) : 0);
  if (taken >= DOCUMENT_LIMITS.perCampaign) throw tooManyDocuments();
}

/** One person's open URLs are bounded: each lets a whole file into the store before anything is counted. */
async function limitOutstanding(tx: Transaction, user: string): Promise<void> {
  const [count] = await tx.query<{ open: number }>(
    'SELECT count(*)::int AS open FROM pending_upload WHERE uploader = $1 AND expires_at > now()',
    [user],
  );
  if ((count?.open ?? 0) >= DOCUMENT_LIMITS.openUploads) throw tooManyUploads();
}

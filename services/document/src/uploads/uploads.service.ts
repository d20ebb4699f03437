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
import { loseUploads } from '../objects/object-removal';
import { ObjectStore } from '../objects/object-store';
import { lockLivingCampaign } from './campaign-lock';
import { PendingUploadEntity } from './pending-upload.entity';
import { notArrived, otherSize, tooLarge, uploadNotFound } from './upload.errors';

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
      campaign_id: campaign,
      uploader: user,
      file_name: uploadedFileName(request.file_name, 'file_name'),
      content_type: contentType,
      size: request.size ?? null,
      is_spoilers: request.is_spoilers,
    };
    const { url, expiresAt } = await this.store.presignUpload(
      upload.s3_key,
      contentType,
      request.size,
    );
    await this.uow.run(async (tx) => {
      await lockLivingCampaign(tx, campaign);
      await makeRoom(tx, campaign, { countUploads: true });
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

    return this.uow.run(async (tx) => {
      await lockLivingCampaign(tx, campaign);
      const madeMeanwhile = await visibleDocumentByKey(tx, scope, upload.s3_key);
      if (madeMeanwhile) return madeMeanwhile;
      const { affected } = await tx.repo(PendingUploadEntity).delete({ s3_key: upload.s3_key });
      if (affected === 0) throw uploadNotFound(); // swept in this moment
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

  /** Size of what the store holds. @throws when it is not there, or not what was announced */
  private async arrivedSize(upload: PendingUploadEntity): Promise<number> {
    const size = await this.store.sizeOf(upload.s3_key);
    if (size === undefined) throw notArrived();
    if (this.isTooLarge(size)) {
      await this.uow.run((tx) => loseUploads(tx, { column: 's3_key', value: upload.s3_key }));
      throw tooLarge(this.maxMegabytes);
    }
    if (upload.size !== null && upload.size !== size) throw otherSize();
    return size;
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

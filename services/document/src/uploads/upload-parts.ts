import { Injectable } from '@nestjs/common';
import {
  DOCUMENT_LIMITS,
  partCount,
  partSize,
  UPLOAD_PARTS,
  type PresignPartsAnswer,
} from '@tomekeeper/contracts-document';
import { UnitOfWork } from '@tomekeeper/persistence';
import { DomainError } from '@tomekeeper/service-kit';
import { lockExistingCampaign } from '../memberships/campaign-lock';
import { invalidField } from '../model/document.errors';
import { PendingUploadEntity } from '../model/pending-upload.entity';
import type { StoredPart } from '../storage/multipart-store';
import { ObjectStore, type ObjectFacts } from '../storage/object-store';
import { limitOpenUploads, uploadNotFound } from './open-uploads';

/** Joining is a copy within the store; the gateway waits 10 s, and a repeated finalize continues. */
const JOIN_WITHIN_MS = 9000;

type Upload = Pick<
  PendingUploadEntity,
  's3_key' | 'upload_key' | 'campaign_id' | 'uploader' | 'content_type' | 'size' | 'multipart_id'
>;

/** Uploads that arrive in parts, so that a cut connection or a reload loses at most the parts on their way. */
@Injectable()
export class UploadParts {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly store: ObjectStore,
  ) {}

  /** Lists the stored parts, and presigns those of `wanted` that are missing. */
  async presign(upload: Upload, wanted: readonly number[]): Promise<PresignPartsAnswer> {
    const size = upload.size ?? 0;
    if (size === 0) throw notInParts();
    const count = partCount(size);
    if (wanted.some((part) => part > count))
      throw invalidField('parts', `This file has ${count} ${count === 1 ? 'part' : 'parts'}.`);
    const answer = { part_size: UPLOAD_PARTS.bytes };
    if (wanted.length > 0) await this.extend(upload);
    const known = await this.stored(upload);
    if (known === 'all') return { ...answer, stored: numbersUpTo(count), urls: [] };
    const stored = (known ?? []).map(({ part }) => part);
    const missing = [...new Set(wanted)].filter((part) => !stored.includes(part));
    if (missing.length === 0) return { ...answer, stored, urls: [] };
    const id = known ? upload.multipart_id : await this.start(upload);
    if (id === null) throw uploadNotFound();
    const ref = { key: upload.upload_key, id };
    const urls = missing.map(async (part) => ({
      part,
      upload_url: await this.store.multipart.presignPart(ref, part, partSize(size, part)),
    }));
    return { ...answer, stored, urls: await Promise.all(urls) };
  }

  /**
   * Joins the parts of an upload.
   * @returns undefined while parts are missing, and for uploads without parts
   */
  async join(upload: Upload): Promise<ObjectFacts | undefined> {
    if (upload.multipart_id === null) return undefined;
    const stored = await this.stored(upload);
    if (stored === undefined) return undefined;
    if (stored !== 'all') {
      if (stored.length < partCount(upload.size ?? 0)) return undefined;
      const ref = { key: upload.upload_key, id: upload.multipart_id };
      await this.store.multipart.complete(ref, stored, JOIN_WITHIN_MS);
    }
    return this.store.describe(upload.upload_key);
  }

  /** Parts of the right size; 'all' once they are joined; undefined before the first one and if the store lost them. */
  private async stored(upload: Upload): Promise<readonly StoredPart[] | 'all' | undefined> {
    const { upload_key: key, multipart_id: id } = upload;
    const parts = id === null ? undefined : await this.store.multipart.parts({ key, id });
    if (!parts) return (await this.store.describe(key)) ? 'all' : undefined;
    const size = upload.size ?? 0;
    return parts.filter(
      (one) => one.part <= partCount(size) && one.size === partSize(size, one.part),
    );
  }

  /** Keeps the upload among the open ones while URLs of its parts are valid. */
  private async extend({ s3_key, campaign_id, uploader }: Upload): Promise<void> {
    await this.uow.run(async (tx) => {
      await lockExistingCampaign(tx, campaign_id);
      await limitOpenUploads(tx, uploader, s3_key);
      const rows = await tx.query(
        `UPDATE pending_upload
            SET expires_at = greatest(expires_at, now() + interval '${DOCUMENT_LIMITS.uploadUrlSeconds} seconds')
          WHERE s3_key = $1 RETURNING 1`,
        [s3_key],
      );
      if (rows.length === 0) throw uploadNotFound();
    });
  }

  /**
   * Starts a multipart upload. Its removal is scheduled in the same statement, so that its parts are deleted even if the
   * upload is not.
   * @returns its id, or the id of an upload that a concurrent call started; null if the upload no longer exists
   */
  private async start({
    s3_key,
    upload_key,
    content_type,
    multipart_id: before,
  }: Upload): Promise<string | null> {
    const id = await this.store.multipart.create(upload_key, content_type);
    const started = await this.uow.query(
      `WITH started AS (
         UPDATE pending_upload SET multipart_id = $2
          WHERE s3_key = $1 AND multipart_id IS NOT DISTINCT FROM $3 AND etag IS NULL
         RETURNING upload_key, created_at + interval '${UPLOAD_PARTS.keptHours + 1} hours' AS due_at)
       INSERT INTO object_removal (s3_key, multipart_id, due_at, again_at)
       SELECT upload_key, $2, due_at, due_at FROM started
       ON CONFLICT (s3_key) DO UPDATE SET multipart_id = excluded.multipart_id
       RETURNING 1`,
      [s3_key, id, before],
    );
    if (started.length > 0) return id;
    await this.store.multipart.abort({ key: upload_key, id });
    const current = await this.uow.repo(PendingUploadEntity).findOneBy({ s3_key });
    return current?.multipart_id ?? null;
  }
}

const numbersUpTo = (count: number) => Array.from({ length: count }, (_, at) => at + 1);

const notInParts = () =>
  new DomainError(
    'conflict',
    'document.upload_not_in_parts',
    'This upload has no announced size, so it can not be sent in parts. Please choose the file again.',
  );

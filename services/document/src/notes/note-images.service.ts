import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import {
  NOTE_LIMITS,
  type AddImageAnswer,
  type AddImageRequest,
} from '@tomekeeper/contracts-document';
import { UnitOfWork, type SqlReader } from '@tomekeeper/persistence';
import { DomainError } from '@tomekeeper/service-kit';
import { lockExistingCampaign } from '../memberships/campaign-lock';
import { documentNotFound, notANote, notAPicture } from '../model/document.errors';
import { DocumentAccess } from '../access/document-access';
import { lockDocument } from '../passages/invalidation-events';
import { isNote } from '../model/note-key';
import { deleteUploads } from '../storage/object-removal';
import { ObjectStore } from '../storage/object-store';
import { trackUnusedObject, markObjectUsed } from '../storage/unused-objects';
import { InteractiveThumbnails } from '../thumbnails/interactive-thumbnails';
import { FORMS, type MadePicture } from '../thumbnails/make-thumbnail';
import { addImages, type PassageImage } from '../extraction-jobs/images';
import type { InteractiveRequest } from '../sandbox/interactive-processes';
import { PendingUploadEntity } from '../model/pending-upload.entity';
import { uploadNotFound } from '../uploads/open-uploads';
import { findAddedImage, requireImageRoom, toAddedImage } from './note-image-rows';

const MEGABYTE = 1024 * 1024;
const MAX_BYTES = NOTE_LIMITS.imageMegabytes * MEGABYTE;

/** Creates images from the GMs' uploads for notes. The passages that refer to an image decide who gets it. */
@Injectable()
export class NoteImagesService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly access: DocumentAccess,
    private readonly store: ObjectStore,
    private readonly pictures: InteractiveThumbnails,
  ) {}

  /** Repeating it answers the same picture. */
  async add(
    request: InteractiveRequest,
    id: string,
    { s3_key }: AddImageRequest,
  ): Promise<AddImageAnswer> {
    const user = request.person;
    const { document } = await this.access.requireManaged(user, id, 'write in notes');
    if (!isNote(document)) throw notANote();
    const place = { document: id, campaign: document.campaign };
    const upload = await this.uow
      .repo(PendingUploadEntity)
      .findOneBy({ s3_key, campaign_id: place.campaign, uploader: user });
    if (!upload) return toAddedImage(await madeBefore(this.uow, id, s3_key));
    await requireImageRoom(this.uow, place);
    const made = await this.make(upload.upload_key, request);
    if ('refused' in made) {
      await this.uow.run((tx) => deleteUploads(tx, { column: 's3_key', value: s3_key }));
      throw made.refused === 'too_large' ? tooLarge() : notAPicture();
    }
    const { bytes, width, height } = made;
    const key = `pictures/${randomUUID()}`;
    const fresh_at = await trackUnusedObject(this.uow, key);
    await this.store.put(key, bytes, 'image/webp');
    const image = { id: randomUUID(), s3_key: key, width, height, bytes: bytes.length };
    return this.uow.run(async (tx) => {
      await lockExistingCampaign(tx, place.campaign);
      if (!(await lockDocument(tx, id))) throw documentNotFound(); // deleted in this moment
      // A concurrent call has finished first: its image stays, and this one's object is removed as unused.
      if ((await deleteUploads(tx, { column: 's3_key', value: s3_key })) === 0)
        return toAddedImage(await madeBefore(tx, id, s3_key));
      await requireImageRoom(tx, place, bytes.length);
      await markObjectUsed(tx, [key]);
      // The upload key makes repeated calls idempotent.
      await addImages(tx, place, [{ ...image, made_of: s3_key, fresh_at }]);
      return toAddedImage(image);
    });
  }

  private async make(uploadKey: string, request: InteractiveRequest): Promise<MadePicture> {
    const arrived = await this.store.describe(uploadKey);
    if (!arrived) throw notArrived();
    if (arrived.size > MAX_BYTES) return { refused: 'too_large' };
    const made = await this.pictures.make(request, uploadKey, FORMS.passage);
    if (!made) throw notArrived();
    return made;
  }
}

async function madeBefore(db: SqlReader, document: string, s3Key: string): Promise<PassageImage> {
  const made = await findAddedImage(db, document, s3Key);
  if (!made) throw uploadNotFound();
  return made;
}

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
    `A picture in a note may have at most ${NOTE_LIMITS.imageMegabytes} MB, and about a hundred million pixels.`,
  );

import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { UploadedMemberPicture } from '@tomekeeper/contracts-document';
import { UnitOfWork } from '@tomekeeper/persistence';
import { DocumentAccess } from '../access/document-access';
import { addImages, type PassageImage } from '../extraction-jobs/images';
import { lockExistingCampaign } from '../memberships/campaign-lock';
import { lockOpenNotebook } from '../memberships/notebooks';
import { documentNotFound } from '../model/document.errors';
import { findAddedImage, requireImageRoom, type NoteRef } from '../notes/note-image-rows';
import { lockDocument } from '../passages/invalidation-events';
import type { InteractiveRequest } from '../sandbox/interactive-processes';
import { ObjectStore } from '../storage/object-store';
import { newPictureKey } from '../storage/player-pictures';
import { PICTURE_CONTENT } from '../storage/served-content';
import { markObjectUsed, trackUnusedObject } from '../storage/unused-objects';
import { InteractiveThumbnails } from '../thumbnails/interactive-thumbnails';
import { FORMS } from '../thumbnails/make-thumbnail';
import { encodePicture } from './encode-picture';
import { limitMemberPictures, lockMemberPictures } from './member-pictures';
import type { UploadedImage } from './uploaded-image';

/** The note of a new picture, as the request names it. */
interface NamedNote {
  campaign: string;
  note: string;
  /** Idempotency key. */
  key: string | undefined;
}

/** Pictures that players put into their own notes. The image passages of a note decide who gets them, as for all images of texts. */
@Injectable()
export class PlayerNotePicturesService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly access: DocumentAccess,
    private readonly store: ObjectStore,
    private readonly thumbnails: InteractiveThumbnails,
  ) {}

  /**
   * Stores a picture for a note of the caller.
   * @throws {DomainError} 404 if the note is unknown, hidden or not a player's, 403 if the caller only reads it, 409 and 413 for an
   * unsuitable file or beyond a limit
   */
  async upload(
    request: InteractiveRequest,
    { campaign, note: document, key = randomUUID() }: NamedNote,
    image: UploadedImage | undefined,
  ): Promise<UploadedMemberPicture> {
    const { person } = request;
    const seen = await this.access.requireWriter(person, document, 'put pictures into it');
    if (seen.note?.campaign !== campaign) throw documentNotFound();
    const place = { document, campaign: seen.note.membership };
    const added = await findAddedImage(this.uow, document, key);
    if (added) return this.toUploaded(person, added);
    await limitMemberPictures(this.uow, person);
    await requireImageRoom(this.uow, place);
    const made = await encodePicture(this.thumbnails, request, { image, form: FORMS.passage });
    return this.toUploaded(person, await this.add({ place, person, key }, made));
  }

  private async add(
    { place, person, key }: { place: NoteRef; person: string; key: string },
    { bytes, width, height }: { bytes: Buffer; width: number; height: number },
  ): Promise<PassageImage> {
    const s3_key = newPictureKey();
    const fresh_at = await trackUnusedObject(this.uow, s3_key);
    await this.store.put(s3_key, bytes, PICTURE_CONTENT.contentType);
    const made_of = key;
    const image = { id: randomUUID(), s3_key, width, height, bytes: bytes.length, made_of };
    return this.uow.run(async (tx) => {
      await lockExistingCampaign(tx, place.campaign);
      await lockOpenNotebook(tx, place.campaign);
      if (!(await lockDocument(tx, place.document))) throw documentNotFound(); // deleted in this moment
      // A concurrent call has finished first: its image stays, and this one's object is removed as unused.
      const added = await findAddedImage(tx, place.document, key);
      if (added) return added;
      await lockMemberPictures(tx, person);
      await limitMemberPictures(tx, person);
      await requireImageRoom(tx, place, bytes.length);
      await markObjectUsed(tx, [s3_key]);
      await addImages(tx, place, [{ ...image, fresh_at }]);
      return image;
    });
  }

  private async toUploaded(
    person: string,
    { id, s3_key, width, height }: PassageImage,
  ): Promise<UploadedMemberPicture> {
    const { url } = await this.store.presignDownload(s3_key, PICTURE_CONTENT);
    return { id, person, url, width, height };
  }
}

import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { MemberPicture, MemberPicturesAnswer } from '@tomekeeper/contracts-document';
import type { ViewAs } from '@tomekeeper/contracts-values';
import { UnitOfWork, type Transaction } from '@tomekeeper/persistence';
import { lockExistingCampaign } from '../memberships/campaign-lock';
import { CampaignMemberships } from '../memberships/campaign-memberships';
import { campaignNotFound } from '../model/document.errors';
import type { InteractiveRequest } from '../sandbox/interactive-processes';
import { deleteMemberPictures } from '../storage/object-removal';
import { ObjectStore } from '../storage/object-store';
import { newPictureKey } from '../storage/player-pictures';
import { THUMBNAIL_CONTENT } from '../storage/served-content';
import { markObjectUsed, trackUnusedObject } from '../storage/unused-objects';
import { InteractiveThumbnails } from '../thumbnails/interactive-thumbnails';
import { FORMS } from '../thumbnails/make-thumbnail';
import { encodePicture } from './encode-picture';
import { ownerHasNoPortrait, pictureNotFound } from './member-picture.errors';
import {
  campaignOfPicture,
  emitPicturesChanged,
  limitMemberPictures,
  lockMemberPictures,
  picturesIn,
} from './member-pictures';
import type { UploadedImage } from './uploaded-image';

interface NewPicture {
  id: string;
  campaign: string;
  person: string;
  membership: string;
  s3_key: string;
}

/** Portraits of members' characters: all members see them, each member uploads their own. */
@Injectable()
export class MemberPicturesService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly memberships: CampaignMemberships,
    private readonly store: ObjectStore,
    private readonly thumbnails: InteractiveThumbnails,
  ) {}

  /** Portraits of the current members of a campaign. */
  async list(
    user: string,
    campaign: string,
    viewAs: ViewAs | undefined,
  ): Promise<MemberPicturesAnswer> {
    if (viewAs === undefined) await this.memberships.requireMember(campaign, user);
    else await this.memberships.scopeAs(viewAs, campaign, user);
    const rows = await picturesIn(this.uow, campaign);
    if (rows.length === 0) return { pictures: [] };
    const people = await this.peopleOf(campaign);
    const current = rows.flatMap(({ id, membership, s3_key }) => {
      const person = people.get(membership);
      return person === undefined ? [] : [{ id, person, s3_key }];
    });
    return { pictures: await Promise.all(current.map((one) => this.addressed(one))) };
  }

  /**
   * Replaces the caller's portrait in a campaign.
   * @throws {DomainError} 404 for non-members, 403 for the owner, 409 and 413 for an unsuitable file
   */
  async upload(
    request: InteractiveRequest,
    campaign: string,
    image: UploadedImage | undefined,
  ): Promise<MemberPicture> {
    const { person } = request;
    const { membership } = await this.memberships.requireMember(campaign, person);
    if (membership === undefined) throw ownerHasNoPortrait();
    await limitMemberPictures(this.uow, person, { replacesPortraitOf: membership });
    const { bytes } = await encodePicture(this.thumbnails, request, {
      image,
      form: FORMS.portrait,
    });
    const ended = await this.picturesOfEndedMemberships(campaign, membership);
    const s3_key = newPictureKey();
    await trackUnusedObject(this.uow, s3_key);
    await this.store.put(s3_key, bytes, THUMBNAIL_CONTENT.contentType);
    const picture = { id: randomUUID(), campaign, person, membership, s3_key };
    await this.uow.run((tx) => insertPicture(tx, picture, ended));
    return this.addressed(picture);
  }

  async remove(user: string, id: string): Promise<void> {
    const campaign = await campaignOfPicture(this.uow, user, id);
    if (campaign === undefined) throw pictureNotFound();
    await this.uow.run(async (tx) => {
      if ((await deleteMemberPictures(tx, { column: 'id', values: [id] })) === 0) return;
      await emitPicturesChanged(tx, campaign);
    });
  }

  /**
   * Reads the pictures before the members, so that the picture of a new member is not among them.
   * @throws {DomainError} 404 if the membership of the caller ended meanwhile
   */
  private async picturesOfEndedMemberships(campaign: string, own: string): Promise<string[]> {
    const rows = await picturesIn(this.uow, campaign);
    const people = await this.peopleOf(campaign);
    if (!people.has(own)) throw campaignNotFound();
    return rows.flatMap(({ id, membership }) => (people.has(membership) ? [] : [id]));
  }

  /** User ids by membership. */
  private async peopleOf(campaign: string): Promise<Map<string, string>> {
    const members = await this.memberships.membersOf(campaign);
    return new Map(members.map(({ membership, user }) => [membership, user]));
  }

  private async addressed({
    id,
    person,
    s3_key,
  }: Pick<NewPicture, 'id' | 'person' | 's3_key'>): Promise<MemberPicture> {
    const { url } = await this.store.presignDownload(s3_key, THUMBNAIL_CONTENT);
    return { id, person, url };
  }
}

/** @param ended pictures of ended memberships, which are deleted */
async function insertPicture(
  tx: Transaction,
  { id, campaign, person, membership, s3_key }: NewPicture,
  ended: readonly string[],
): Promise<void> {
  await lockExistingCampaign(tx, campaign);
  await lockMemberPictures(tx, person);
  await limitMemberPictures(tx, person, { replacesPortraitOf: membership });
  await deleteMemberPictures(tx, { column: 'id', values: ended });
  await deleteMemberPictures(tx, { column: 'membership', values: [membership] });
  await markObjectUsed(tx, [s3_key]);
  await tx.query(
    `INSERT INTO member_picture (id, campaign_id, person, membership, s3_key)
     VALUES ($1, $2, $3, $4, $5)`,
    [id, campaign, person, membership, s3_key],
  );
  await emitPicturesChanged(tx, campaign);
}

import { Injectable } from '@nestjs/common';
import type { ShownAnswer, ShowRequest } from '@tomekeeper/contracts-document';
import { UnitOfWork } from '@tomekeeper/persistence';
import { randomUUID } from 'node:crypto';
import { recordShow } from '../../ledger/ledger';
import { CampaignMemberships, type Scope } from '../../memberships/campaign-memberships';
import { ObjectStore } from '../../storage/object-store';
import { trackUnusedObject } from '../../storage/unused-objects';
import {
  MOST_SHOWN,
  noteChangedShow,
  passagesToShow,
  TEMPORARY_SHOW_MINUTES,
  temporaryShowTo,
  type ShownPicture,
} from '../../passages/audiences/temporary-show';
import { InteractiveThumbnails } from '../../thumbnails/interactive-thumbnails';
import { FORMS } from '../../thumbnails/make-thumbnail';
import { hasPicture } from '../../thumbnails/thumbnail-queue';
import { ImageStore } from '../../extraction-jobs/image-store';
import { imagesById } from '../../extraction-jobs/images';
import type { InteractiveRequest } from '../../sandbox/interactive-processes';
import {
  cannotShowWithoutKeeping,
  documentNotFound,
  passageNotFound,
  invalidField,
} from '../../model/document.errors';
import { DocumentAccess } from '../../access/document-access';
import { chosenTitle } from '../../model/file-name';
import { emitTemporaryShowChanged, lockDocument } from '../../passages/invalidation-events';
import { PICTURE_CONTENT } from '../../storage/served-content';
import {
  closeTemporaryShow,
  endTemporaryShow,
  insertTemporaryShow,
  runningShows,
} from './temporary-shows';
import type { VisibleDocument } from '../../access/visible-documents';

type Shown = NonNullable<ShownAnswer['shown']>;

/** Shows text and pictures to named players without keeping. */
@Injectable()
export class TemporaryShowsService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly access: DocumentAccess,
    private readonly memberships: CampaignMemberships,
    private readonly images: ImageStore,
    private readonly store: ObjectStore,
    private readonly pictures: InteractiveThumbnails,
  ) {}

  /** @returns when it began @throws {DomainError} 409 where there is neither text nor a picture to show */
  async show(caller: InteractiveRequest, id: string, request: ShowRequest): Promise<Date> {
    const user = caller.person;
    const { document } = await this.access.requireManaged(user, id, 'show documents');
    const { campaign } = document;
    const { public_title, passages: asked } = request;
    const title = public_title === undefined ? null : chosenTitle(public_title, 'public_title');
    const recipients = await this.recipients(campaign, request.players);
    const wanted = asked && [...new Set(asked)];
    if (wanted && wanted.length > MOST_SHOWN)
      throw invalidField('passages', `Show at most ${MOST_SHOWN} passages at a time.`);
    const found = await passagesToShow(this.uow, id, wanted);
    if (wanted && found.length < wanted.length) throw passageNotFound();
    const picture = found.length === 0 ? await this.picture(document, caller) : null;
    const images = await this.copies(
      id,
      found.flatMap(({ image }) => image ?? []),
    );
    return this.uow.run(async (tx) => {
      const now = await lockDocument(tx, id);
      if (!now) throw documentNotFound(); // deleted in this moment
      const replaced = await endTemporaryShow(tx, { column: 'campaign_id', value: campaign });
      if (replaced) await emitTemporaryShowChanged(tx, campaign, replaced);
      await recordShow(tx, { campaign, document: id, by: user, recipients });
      const passages = found.map((one) => one.id);
      const versions = found.map((one) => one.version);
      const texts = { passages, versions, images, picture };
      const shown = { campaign, document: id, title, recipients, ...texts };
      const { id: show, at } = await insertTemporaryShow(tx, {
        ...shown,
        source_key: document.s3_key,
      });
      await noteChangedShow(tx, id);
      await emitTemporaryShowChanged(tx, campaign, { id: show, recipients });
      return at;
    });
  }

  /** @returns whether a show of the document was running */
  async stop(document: string, campaign: string): Promise<boolean> {
    return this.uow.run(async (tx) => {
      const ended = await endTemporaryShow(tx, { column: 'document_id', value: document });
      if (ended) await emitTemporaryShowChanged(tx, campaign, ended);
      return ended !== undefined;
    });
  }

  /** Takes a show from the screens of one of its recipients. Repeating it, or naming an unknown show, changes nothing. */
  async close(user: string, show: string): Promise<void> {
    const { memberships = [] } = await this.memberships.scopeOf(user);
    await this.uow.run(async (tx) => {
      const closed = await closeTemporaryShow(tx, show, memberships);
      if (!closed) return;
      await emitTemporaryShowChanged(tx, closed.campaign, {
        id: show,
        recipients: [closed.membership],
      });
    });
  }

  /** Returns the current show without keeping for a player. */
  async shownTo(scope: Scope): Promise<Shown | undefined> {
    const show = await temporaryShowTo(this.uow, scope);
    if (!show) return undefined;
    const { id, campaign, at, title, picture, images, passages } = show;
    const urlOf = async (key: string) =>
      (await this.store.presignDownload(key, PICTURE_CONTENT)).url;
    return {
      id,
      shown_at: at.toISOString(),
      document: {
        id,
        campaign,
        original_filename: title ?? '',
        s3_key: '',
        is_spoilers: false,
        created_at: at.toISOString(),
        kind: 'note',
        title: title ?? '',
      },
      not_kept: {
        ends_at: endOf(at),
        passages,
        images: await Promise.all(
          Object.entries(images).map(async ([image, key]) => ({
            id: image,
            url: await urlOf(key),
          })),
        ),
        ...(picture && {
          picture: {
            url: await urlOf(picture.key),
            width: picture.width,
            height: picture.height,
          },
        }),
      },
    };
  }

  /** Returns running shows in the campaigns of a GM. */
  async showing({ managed }: Scope): Promise<NonNullable<ShownAnswer['showing']>> {
    if (managed.length === 0) return [];
    const shows = await runningShows(this.uow, managed);
    return shows.map(({ at, ...show }) => ({ ...show, ends_at: endOf(at) }));
  }

  /** @throws {DomainError} 400 for users who are not players of the campaign, or without any player */
  private async recipients(campaign: string, users: readonly string[] | undefined) {
    const players = await this.memberships.playersOf(campaign);
    const chosen = users ? players.filter(({ user }) => users.includes(user)) : players;
    if (chosen.length === 0 || (users && chosen.length < new Set(users).size))
      throw invalidField('players', 'Choose players of this campaign.');
    return chosen.map(({ membership }) => membership);
  }

  /** Copies of pictures in the text: the store says of each object when it was written. */
  private async copies(document: string, ids: readonly string[]): Promise<Record<string, string>> {
    if (ids.length === 0) return {};
    const made = await this.images.copies(await imagesById(this.uow, document, ids));
    return Object.fromEntries(
      made.flatMap(({ of, copy }) => (copy ? [[of.id, copy.s3_key] as const] : [])),
    );
  }

  private async picture(
    document: VisibleDocument,
    caller: InteractiveRequest,
  ): Promise<ShownPicture> {
    if (!document.has_file || !hasPicture(document.content_type)) throw cannotShowWithoutKeeping();
    const made = await this.pictures.make(caller, document.s3_key, FORMS.passage);
    if (!made || 'refused' in made) throw cannotShowWithoutKeeping();
    const key = `pictures/${randomUUID()}`;
    // The key stays marked as unused, so that the cleanup job deletes the picture after the show.
    await trackUnusedObject(this.uow, key);
    await this.store.put(key, made.bytes, PICTURE_CONTENT.contentType);
    return { key, width: made.width, height: made.height };
  }
}

const endOf = (began: Date): string =>
  new Date(began.getTime() + TEMPORARY_SHOW_MINUTES * 60_000).toISOString();

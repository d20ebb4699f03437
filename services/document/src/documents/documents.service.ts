import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import type {
  ContentAnswer,
  NewestAnswer,
  OwnedTextQuery,
  Passage,
  ThumbnailsAnswer,
  ThumbnailsQuery,
  UpdateDocumentRequest,
} from '@tomekeeper/contracts-document';
import type { ViewAs } from '@tomekeeper/contracts-values';
import { UnitOfWork, type Transaction } from '@tomekeeper/persistence';
import { ALL_MEMBERS, eventAudienceOf, NO_MEMBERS } from '@tomekeeper/visibility';
import { readyCovers, type ReadyCover } from '../pictures/ready-covers';
import { documentChanged, fromAllWhoSee } from '../passages/changes';
import { markdownOf } from '../passages/markdown';
import { visibleCounts } from '../passages/visible-counts';
import { managedPassages } from '../passages/visible-window';
import { CampaignMemberships, type Scope } from '../memberships/campaign-memberships';
import { ObjectStore } from '../objects/object-store';
import { lockExistingCampaign } from './campaign-lock';
import { DocumentEntity } from './document.entity';
import { versionById, versionsInCampaign, type DocumentVersion } from './document-versions';
import {
  documentNotFound,
  onlyGms,
  pictureIsUnavailable,
  pictureIsWaiting,
  revealedMeanwhile,
  viewAsNeedsCampaign,
} from './document.errors';
import { readersOfDocument } from './document-readers';
import { hintDocument, isSeenByPlayers, lockDocument } from './hints';
import { chosenFileName, chosenTitle } from './file-name';
import { isNote } from './note-key';
import { hasPicture } from '../pictures/pictures';
import { makePictures } from '../pictures/picture-maker';
import { isPictureFile, noticePictureAgain, playerPictureOf } from '../objects/player-pictures';
import { PassageActs, type DoneAct } from './passage-acts';
import { Reveals, type Reveal } from './reveals';
import { isReadByMore } from './seen-title';
import { savedContent, servedContent, THUMBNAIL_CONTENT } from './served-content';
import {
  campaignOfTrashed,
  putIntoTrash,
  trashedDocument,
  trashedDocuments,
  type TrashedDocument,
} from './trashed-documents';
import { WithheldFiles } from './withheld-files';
import {
  campaignOf,
  newestShown,
  visibleDocument,
  visibleDocuments,
  visibleNotes,
  visibleThumbnails,
  type VisibleDocument,
  type VisibleThumbnail,
} from './visible-documents';

/** What a campaign's owner takes along of it. */
export interface OwnedDocuments {
  documents: VisibleDocument[];
  trash: TrashedDocument[];
  versions: DocumentVersion[];
  cover?: ReadyCover & { size: number };
}

/** Passages that are in memory at a time while a text is sent. */
const TEXT_AT_ONCE = 50;

/** What is told of a passage, and the memberships of those who were chosen for it. */
type WithChosen<Told> = Told & { chosen?: readonly string[] | null };

/** A document that somebody has changed, and the act by which they revealed or hid it. */
export type UpdatedDocument = VisibleDocument & { act?: string };

/** A document, and the rights by which somebody sees it. */
export interface SeenDocument {
  document: VisibleDocument;
  scope: Scope;
}

/** What a call says of who sees a document. */
interface Revealing {
  is_spoilers: boolean;
  by: string;
  reveal: Reveal | undefined;
  seenTitle: string | undefined;
}

/** Reads, changes and deletes documents for people who may. */
@Injectable()
export class DocumentsService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly memberships: CampaignMemberships,
    private readonly store: ObjectStore,
    private readonly reveals: Reveals,
    private readonly acts: PassageActs,
    private readonly withheld: WithheldFiles,
  ) {}

  async list(
    user: string,
    campaign: string | undefined,
    viewAs?: ViewAs,
  ): Promise<VisibleDocument[]> {
    const scope = await this.scope(user, campaign?.toLowerCase(), viewAs);
    const documents = await visibleDocuments(this.uow, scope);
    const notes = documents.filter((one) => !one.is_managed && !one.has_file);
    const counts = await this.passageCounts(scope, notes);
    for (const note of notes) note.passage_count = counts.get(note.id) ?? 0;
    return documents;
  }

  private passageCounts(scope: Scope, notes: readonly { id: string }[]) {
    const ids = notes.map(({ id }) => id);
    return visibleCounts(this.uow, scope, ids);
  }

  scope(user: string, campaign: string | undefined, viewAs?: ViewAs): Promise<Scope> {
    if (viewAs !== undefined) {
      if (campaign === undefined) throw viewAsNeedsCampaign();
      return this.memberships.scopeAs(viewAs, campaign, user);
    }
    return campaign === undefined
      ? this.memberships.scopeOf(user)
      : this.memberships.scopeIn(campaign, user);
  }

  /** @param how `toKeep`: the URL saves the file where it would show it otherwise */
  async content(
    user: string,
    id: string,
    how: { toKeep: boolean; viewAs: ViewAs | undefined },
  ): Promise<ContentAnswer> {
    const { document } = await this.seeAs(how.viewAs, user, id);
    if (!document.has_file) throw documentNotFound();
    const { s3_key, content_type } = await this.fileFor(document);
    const { original_filename } = document;
    const served = how.toKeep
      ? savedContent(original_filename)
      : servedContent(content_type, original_filename);
    const { url, expiresAt } = await this.store.presignDownload(s3_key, served);
    return { url, expires_at: expiresAt.toISOString() };
  }

  /**
   * The object that the reader gets: for players the re-encoded copy of a picture.
   * @throws {DomainError} 503 until the worker has made the copy, 409 where the worker cannot
   */
  private async fileFor(
    document: VisibleDocument,
  ): Promise<Pick<VisibleDocument, 's3_key' | 'content_type'>> {
    const { is_managed, s3_key, content_type, original_filename } = document;
    const isPlayer = !is_managed;
    if (!isPlayer) return document;
    // A picture stays one under another name.
    const picture = await playerPictureOf(this.uow, s3_key);
    if (!picture && !isPictureFile(content_type, original_filename)) return document;
    if (picture?.state === 'ready') return picture;
    throw !picture || picture.state === 'waiting' ? pictureIsWaiting() : pictureIsUnavailable();
  }

  /** What players were shown last, of all campaigns that somebody plays in. */
  async newest(user: string): Promise<NewestAnswer> {
    const scope = await this.memberships.scopeOf(user);
    const shown = await newestShown(this.uow, scope);
    const ids = shown.map(({ id }) => id);
    const notes = await visibleNotes(this.uow, scope, ids);
    const counts = await this.passageCounts(scope, notes);
    const toldOfNotes = new Map(
      notes.map(({ id, original_filename: title }) => [
        id,
        { title, passage_count: counts.get(id) ?? 0 },
      ]),
    );
    return {
      documents: shown.map(({ campaign, id, shown_at }) => ({
        campaign,
        id,
        created_at: shown_at.toISOString(),
        ...toldOfNotes.get(id),
      })),
    };
  }

  /** Small pictures of documents of one campaign, each with an address for a minute where it is there. */
  async thumbnails(
    user: string,
    { campaign, ids }: ThumbnailsQuery,
    viewAs: ViewAs | undefined,
  ): Promise<ThumbnailsAnswer> {
    const scope = await this.scope(user, campaign.toLowerCase(), viewAs);
    const found = await visibleThumbnails(this.uow, scope, ids);
    return { thumbnails: await Promise.all(found.map((one) => this.thumbnail(one))) };
  }

  private async thumbnail({ id, has_file, content_type, state, picture_key }: VisibleThumbnail) {
    if (!has_file) return { id, state: 'none' as const };
    if (state === 'ready' && picture_key !== null) {
      const { url } = await this.store.presignDownload(picture_key, THUMBNAIL_CONTENT);
      return { id, state: 'ready' as const, url };
    }
    // Nobody has looked at it yet, which happens within a minute.
    const isToCome = state === 'waiting' || (state === null && hasPicture(content_type));
    return { id, state: isToCome ? ('waiting' as const) : ('none' as const) };
  }

  /** Reveals, hides, renames, tags or pins. */
  async update(user: string, id: string, request: UpdateDocumentRequest): Promise<UpdatedDocument> {
    const { document, scope } = await this.seeAsGm(user, id, 'change documents');
    const { is_spoilers, original_filename, tags, pinned, give_file } = request;
    if (give_file) await this.withheld.give(document);
    const name =
      original_filename === undefined
        ? undefined
        : isNote(document)
          ? chosenTitle(original_filename, 'original_filename')
          : chosenFileName(original_filename, 'original_filename');
    const updated_at = name === undefined && tags === undefined ? undefined : new Date();
    // Whoever names it knows its name.
    const seenTitle = name === undefined ? request.seen_title : undefined;
    const change = { original_filename: name, tags, pinned, updated_at };
    const isChange = Object.values(change).some((value) => value !== undefined);
    let act: string | undefined;
    if (isChange || is_spoilers !== undefined) {
      const reveal = is_spoilers === false ? await this.reveals.prepare(document) : undefined;
      act = await this.uow.run(async (tx) => {
        const before = await lockDocument(tx, id);
        if (!before) throw documentNotFound(); // deleted in this moment
        if (name !== undefined && isReadByMore(before, name, request.title_seen_by))
          throw revealedMeanwhile();
        if (isChange)
          await tx.repo(DocumentEntity).update({ id, campaign_id: document.campaign }, change);
        if (name !== undefined && isPictureFile(document.content_type, name)) {
          await noticePictureAgain(tx, id);
          await tx.outbox.job(makePictures, {});
        }
        const after = {
          is_spoilers: is_spoilers ?? before.is_spoilers,
          original_filename: name ?? before.original_filename,
        };
        const done =
          is_spoilers === undefined
            ? undefined
            : await this.revealOrHide(tx, before, { is_spoilers, by: user, reveal, seenTitle });
        const place = { campaign: document.campaign, document: id };
        if (name !== undefined && before.is_spoilers === after.is_spoilers)
          await documentChanged(tx, place, fromAllWhoSee(before));
        else if (tags !== undefined) await documentChanged(tx, place);
        const seen = isSeenByPlayers(before, after) ? ALL_MEMBERS : (done?.seen ?? NO_MEMBERS);
        await hintDocument(tx, before, eventAudienceOf(seen));
        return done?.entry;
      });
    }
    const changed = await visibleDocument(this.uow, scope, id);
    if (!changed) throw documentNotFound(); // deleted in this moment
    return { ...changed, ...(act !== undefined && { act }) };
  }

  /** What is hidden is hidden wholly: of a spoiler what players see of it. @returns undefined where it is as it was */
  private async revealOrHide(
    tx: Transaction,
    before: DocumentEntity,
    { is_spoilers, reveal, ...doing }: Revealing,
  ): Promise<Pick<DoneAct, 'entry' | 'seen'> | undefined> {
    if (before.is_spoilers && is_spoilers)
      return this.acts.act(tx, {
        before,
        change: { do: 'hide' },
        act: 'hide',
        by: doing.by,
        images: [],
      });
    if (before.is_spoilers && reveal)
      return { entry: await this.reveals.reveal(tx, before, reveal, doing), seen: ALL_MEMBERS };
    if (!before.is_spoilers && is_spoilers)
      return { entry: await this.reveals.hide(tx, before, doing.by), seen: ALL_MEMBERS };
    return undefined;
  }

  /** Puts a document into the trash, from where a GM can bring it back for a while. */
  async delete(user: string, id: string): Promise<void> {
    const { campaign } = (await this.seeAsGm(user, id, 'delete documents')).document;
    await this.uow.run(async (tx) => {
      await lockExistingCampaign(tx, campaign);
      const before = await lockDocument(tx, id);
      // Deleted twice in this moment.
      if (!before) throw documentNotFound();
      const { readers, takes } = await readersOfDocument(tx, before);
      if (!(await putIntoTrash(tx, { campaign, document: id, by: user, takes })))
        throw documentNotFound();
      await hintDocument(tx, before, eventAudienceOf(readers));
    });
  }

  /** Documents of a campaign that this user owns, its trash, earlier versions of both, its cover; none of another's. */
  async owned(user: string, campaign: string): Promise<OwnedDocuments> {
    // Better before the first byte of an archive than in the middle of it.
    await this.store.expectAvailable();
    const id = campaign.toLowerCase();
    if (!(await this.isOwner(id, user))) return { documents: [], trash: [], versions: [] };
    const cover = await this.coverOf(id);
    const facts = cover && (await this.store.describe(cover.picture_key));
    return {
      documents: await visibleDocuments(this.uow, { managed: [id], played: [] }),
      trash: await trashedDocuments(this.uow, id),
      versions: await versionsInCampaign(this.uow, id),
      ...(cover && facts && { cover: { ...cover, size: facts.size } }),
    };
  }

  private async coverOf(campaign: string): Promise<ReadyCover | undefined> {
    return (await readyCovers(this.uow, { managed: [campaign], played: [] }))[0];
  }

  /** The bytes of a document, of an earlier version of one, or of the cover, in a campaign that this user owns. */
  async ownedFile(user: string, id: string): Promise<Readable> {
    const version = await versionById(this.uow, id);
    const campaign =
      version?.campaign ??
      (await campaignOf(this.uow, id)) ??
      (await campaignOfTrashed(this.uow, id));
    if (campaign === undefined) return this.ownedCover(user, id);
    if (!(await this.isOwner(campaign, user))) throw documentNotFound();
    const kept =
      version ??
      (await visibleDocument(this.uow, { managed: [campaign], played: [] }, id)) ??
      (await trashedDocument(this.uow, campaign, id));
    const file = kept && (await this.store.read(kept.s3_key));
    if (!file) throw documentNotFound();
    return file;
  }

  /** The text of a document in a campaign that this user owns, in its trash too, made while it is sent. */
  async ownedText({ owner: user, format }: OwnedTextQuery, id: string): Promise<Readable> {
    const campaign = (await campaignOf(this.uow, id)) ?? (await campaignOfTrashed(this.uow, id));
    if (campaign === undefined || !(await this.isOwner(campaign, user))) throw documentNotFound();
    const passages = async (after: number) => {
      const some = { after, limit: TEXT_AT_ONCE };
      const found = await managedPassages(this.uow, { managed: [campaign] }, id, some);
      return this.withPlayers(campaign, found);
    };
    const first = await passages(-1);
    if (first.length === 0) throw documentNotFound();
    const all = following(first, passages);
    return Readable.from(format === 'json' ? asJsonList(all) : markdownOf(all));
  }

  /**
   * Who belongs to a document's campaign, by their memberships, where some of its passages are for chosen players and the reader is
   * told so: for `withPlayers`, to ask for them while passages are read.
   */
  async playersFor({
    campaign,
    audiences,
  }: Pick<VisibleDocument, 'campaign' | 'audiences'>): Promise<Map<string, string> | undefined> {
    return audiences?.players ? this.memberships.usersOf(campaign) : undefined;
  }

  /** Replaces memberships with the user ids of current players. */
  async withPlayers<Told extends object>(
    campaign: string,
    passages: readonly (WithChosen<Told> & { known?: readonly string[] })[],
    players?: ReadonlyMap<string, string>,
  ): Promise<(Omit<Told, 'chosen' | 'known'> & Pick<Passage, 'players' | 'known_to'>)[]> {
    const users =
      players ??
      (passages.some(({ chosen, known }) => chosen ?? known)
        ? await this.memberships.usersOf(campaign)
        : new Map<string, string>());
    const usersOf = (memberships: readonly string[]) =>
      memberships.flatMap((one) => users.get(one) ?? []);
    return passages.map(({ chosen, known, ...passage }) => ({
      ...passage,
      ...(chosen && { players: usersOf(chosen) }),
      ...(known && { known_to: usersOf(known).sort() }),
    }));
  }

  private async ownedCover(user: string, campaign: string): Promise<Readable> {
    const cover = await this.coverOf(campaign);
    if (!cover || !(await this.isOwner(campaign, user))) throw documentNotFound();
    const file = await this.store.read(cover.picture_key);
    if (!file) throw documentNotFound();
    return file;
  }

  /** A co-GM runs the campaign too, but its documents are not theirs to take along. */
  private async isOwner(campaign: string, user: string): Promise<boolean> {
    return (await this.memberships.roleIn(campaign, user)) === 'owner';
  }

  /**
   * Looks up the caller's role in the document's own campaign: the list of all campaigns is bounded, and what is in
   * it depends on who adds the caller. For an unknown id it is looked up too, so that it takes as long as a hidden one.
   */
  private async see(user: string, id: string): Promise<SeenDocument> {
    const campaign = await campaignOf(this.uow, id);
    const scope = await this.memberships.scopeIn(campaign ?? randomUUID(), user);
    const document = await visibleDocument(this.uow, scope, id);
    if (!document) throw documentNotFound();
    return { document, scope };
  }

  /** As one of the players sees it, where the caller asks for that. */
  async seeAs(viewAs: ViewAs | undefined, user: string, id: string): Promise<SeenDocument> {
    const own = await this.see(user, id);
    if (viewAs === undefined) return own;
    const scope = await this.memberships.scopeAs(viewAs, own.document.campaign, user);
    const seen = await visibleDocument(this.uow, scope, id);
    if (!seen) throw documentNotFound();
    return { document: seen, scope };
  }

  /** @throws {DomainError} 404 where the caller sees no such document, 403 where they see it as a player */
  async seeAsGm(user: string, id: string, what: string): Promise<SeenDocument> {
    const seen = await this.see(user, id);
    if (!seen.document.is_managed) throw onlyGms(what);
    return seen;
  }
}

type Placed = { at: number };

/** Items that come some at a time. */
async function* following<Item extends Placed>(
  first: Item[],
  next: (after: number) => Promise<Item[]>,
): AsyncGenerator<Item> {
  for (let some = first; some.length > 0; some = await next(some.at(-1)?.at ?? 0)) yield* some;
}

/** A list in pieces, one of its items a line. */
async function* asJsonList(items: AsyncIterable<Placed>): AsyncGenerator<string> {
  let comma = '[\n';
  for await (const { at: _at, ...item } of items) {
    yield `${comma}${JSON.stringify(item)}`;
    comma = ',\n';
  }
  yield '\n]\n';
}

import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { streamMarkdown } from '@tomekeeper/campaign-files/markdown';
import type { OwnedTextQuery } from '@tomekeeper/contracts-document';
import { UnitOfWork } from '@tomekeeper/persistence';
import { DocumentAccess } from '../access/document-access';
import { homeOf, homeOfTrashed, type DocumentHome } from '../access/player-note-scope';
import {
  visibleDocument,
  visibleDocuments,
  type VisibleDocument,
} from '../access/visible-documents';
import { CampaignMemberships } from '../memberships/campaign-memberships';
import { notebooksOfPerson } from '../memberships/notebooks';
import { documentNotFound } from '../model/document.errors';
import { managedPassages } from '../passages/visible/visible-window';
import { ObjectStore } from '../storage/object-store';
import { readyCovers, type ReadyCover } from '../thumbnails/ready-covers';
import {
  trashedDocument,
  trashedDocuments,
  type TrashedDocument,
} from '../trash/trashed-documents';
import {
  versionById,
  versionsInCampaign,
  type DocumentVersion,
} from '../versions/document-versions';

/** Documents of a campaign in the data export of its owner. */
export interface OwnedDocuments {
  documents: VisibleDocument[];
  trash: TrashedDocument[];
  versions: DocumentVersion[];
  cover?: ReadyCover & { size: number };
}

/** Passages in memory at a time while a text is streamed. */
const PAGE_SIZE = 50;

/** Reads documents for data exports: documents of a campaign for its owner, and players' notes for their authors. */
@Injectable()
export class OwnedDocumentsService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly access: DocumentAccess,
    private readonly memberships: CampaignMemberships,
    private readonly store: ObjectStore,
  ) {}

  /** Documents, trash, earlier versions and cover of a campaign; empty if the user does not own it. */
  async list(user: string, campaign: string): Promise<OwnedDocuments> {
    // An unavailable store fails the export before its first byte.
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

  /** Notes of a user in all campaigns, deleted ones included; where they have left, for a while. */
  async notes(user: string): Promise<Pick<OwnedDocuments, 'documents' | 'trash'>> {
    const documents = [];
    const trash = [];
    for (const { membership, campaign } of await notebooksOfPerson(this.uow, user)) {
      const scope = { managed: [membership], played: [] };
      documents.push(
        ...(await visibleDocuments(this.uow, scope)).map((one) => ({ ...one, campaign })),
      );
      trash.push(
        ...(await trashedDocuments(this.uow, membership)).map((one) => ({ ...one, campaign })),
      );
    }
    return { documents, trash };
  }

  /** @returns the file of a document, of an earlier version, or of the cover, in a campaign that this user owns */
  async file(user: string, id: string): Promise<Readable> {
    const version = await versionById(this.uow, id);
    const home = version ? { campaign: version.campaign } : await this.homeOf(id);
    if (home === undefined) return this.coverFile(user, id);
    const campaign = await this.requireExporter(home, user);
    const kept =
      version ??
      (await visibleDocument(this.uow, { managed: [campaign], played: [] }, id)) ??
      (await trashedDocument(this.uow, campaign, id));
    const file = kept && (await this.store.read(kept.s3_key));
    if (!file) throw documentNotFound();
    return file;
  }

  /** Streams the text of a document, in the trash too, of a campaign that this user owns, or of a note that they wrote. */
  async text({ owner: user, format }: OwnedTextQuery, id: string): Promise<Readable> {
    const home = await this.homeOf(id);
    if (!home) throw documentNotFound();
    const campaign = await this.requireExporter(home, user);
    const passages = async (after: number) => {
      const some = { after, limit: PAGE_SIZE };
      const found = await managedPassages(this.uow, { managed: [campaign] }, id, some);
      return this.access.withPlayers(campaign, found);
    };
    const first = await passages(-1);
    if (first.length === 0) throw documentNotFound();
    const all = allPages(first, passages);
    return Readable.from(format === 'json' ? asJsonList(all) : streamMarkdown(all));
  }

  private async coverFile(user: string, campaign: string): Promise<Readable> {
    const cover = await this.coverOf(campaign);
    if (!cover || !(await this.isOwner(campaign, user))) throw documentNotFound();
    const file = await this.store.read(cover.picture_key);
    if (!file) throw documentNotFound();
    return file;
  }

  private async homeOf(id: string): Promise<DocumentHome | undefined> {
    return (await homeOf(this.uow, id)) ?? (await homeOfTrashed(this.uow, id));
  }

  /** @returns the campaign, or for a player's note the membership of its author, which this user may export */
  private async requireExporter({ campaign, note }: DocumentHome, user: string): Promise<string> {
    const mayExport = note ? note.person === user : await this.isOwner(campaign, user);
    if (!mayExport) throw documentNotFound();
    return note?.membership ?? campaign;
  }

  /** Co-GMs cannot export: the documents belong to the owner. */
  private async isOwner(campaign: string, user: string): Promise<boolean> {
    return (await this.memberships.roleIn(campaign, user)) === 'owner';
  }
}

type Placed = { at: number };

/** Yields all items of a list that is queried page by page. */
async function* allPages<Item extends Placed>(
  first: Item[],
  next: (after: number) => Promise<Item[]>,
): AsyncGenerator<Item> {
  for (let some = first; some.length > 0; some = await next(some.at(-1)?.at ?? 0)) yield* some;
}

/** Serializes a list as JSON with one item per line. */
async function* asJsonList(items: AsyncIterable<Placed>): AsyncGenerator<string> {
  let comma = '[\n';
  for await (const { at: _at, ...item } of items) {
    yield `${comma}${JSON.stringify(item)}`;
    comma = ',\n';
  }
  yield '\n]\n';
}

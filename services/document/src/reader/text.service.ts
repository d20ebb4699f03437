import { Injectable } from '@nestjs/common';
import {
  PASSAGE_LIMITS,
  type FindAnswer,
  type ImagesAnswer,
  type OutlineAnswer,
  type OutlineEntry,
  type PassagesAnswer,
  type PassagesQuery,
} from '@tomekeeper/contracts-document';
import type { ViewAs } from '@tomekeeper/contracts-values';
import { UnitOfWork } from '@tomekeeper/persistence';
import { passageNotFound } from '../model/document.errors';
import { DocumentAccess } from '../access/document-access';
import { PICTURE_CONTENT } from '../storage/served-content';
import { ObjectStore } from '../storage/object-store';
import { visibleImages } from '../passages/visible/visible-images';
import {
  visibleMatches,
  visibleOutline,
  type VisibleHeading,
} from '../passages/visible/visible-outline';
import { visiblePassages, type PassagePlace } from '../passages/visible/visible-window';
import { linkEnds } from './link-ends';

/** A document, and who asks for it. */
export interface AskedDocument {
  user: string;
  id: string;
  viewAs: ViewAs | undefined;
}

/** Reads documents' text for people who may. */
@Injectable()
export class TextService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly access: DocumentAccess,
    private readonly store: ObjectStore,
  ) {}

  async passages(asked: AskedDocument, query: PassagesQuery): Promise<PassagesAnswer> {
    const { scope, document } = await this.see(asked);
    const { limit } = query;
    const [found, players] = await Promise.all([
      visiblePassages(this.uow, scope, asked.id, {
        place: placeOf(query),
        limit,
        ends: linkEnds(this.uow, scope, document),
      }),
      this.access.playersFor(document),
    ]);
    if (!found) throw passageNotFound();
    const { passages, total } = found;
    const [first, last] = [passages[0], passages.at(-1)];
    return {
      passages: (await this.access.withPlayers(document.campaign, passages, players)).map(
        ({ at: _at, ...passage }) => passage,
      ),
      at: first?.at ?? Math.min(found.first, total),
      total,
      ...(last && last.at + 1 < total && { next: last.id }),
      ...(first && first.at > 0 && { previous: first.id }),
    };
  }

  async outline(asked: AskedDocument): Promise<OutlineAnswer> {
    const { scope } = await this.see(asked);
    const headings = await visibleOutline(this.uow, scope, asked.id);
    return headings.map(toEntry);
  }

  async find(asked: AskedDocument, words: string): Promise<FindAnswer> {
    const { scope } = await this.see(asked);
    const found = await visibleMatches(this.uow, scope, asked.id, words);
    return {
      found: found.slice(0, PASSAGE_LIMITS.found),
      more: found.length > PASSAGE_LIMITS.found,
    };
  }

  /** Presigned URLs of images. Hidden images are left out, like missing ones. */
  async images(asked: AskedDocument, ids: readonly string[] | undefined): Promise<ImagesAnswer> {
    const { scope } = await this.see(asked);
    const found = new Map(
      (await visibleImages(this.uow, scope, asked.id, ids)).map(({ id, s3_key }) => [id, s3_key]),
    );
    const images = [...new Set(ids ?? found.keys())].flatMap((id) => {
      const key = found.get(id);
      return key === undefined ? [] : [{ id, key }];
    });
    return {
      images: await Promise.all(
        images.map(async ({ id, key }) => ({
          id,
          url: (await this.store.presignDownload(key, PICTURE_CONTENT)).url,
        })),
      ),
    };
  }

  private see = ({ viewAs, user, id }: AskedDocument) =>
    this.access.requireVisible(viewAs, user, id);
}

/** Of thousands: property by property, as copying rows without some of theirs takes six times as long. */
function toEntry(heading: VisibleHeading): OutlineEntry {
  const { id, level, text, at, page, gets_parts, tags, pinned } = heading;
  const entry: OutlineEntry = { id, level, text, at };
  if (page !== null) entry.page = page;
  if (gets_parts) {
    entry.tags = tags ?? [];
    entry.pinned = pinned ?? false;
  }
  return entry;
}

function placeOf({ after, before, around, page, from }: PassagesQuery): PassagePlace {
  if (after !== undefined) return { by: 'after', passage: after };
  if (before !== undefined) return { by: 'before', passage: before };
  if (around !== undefined) return { by: 'around', passage: around };
  if (page !== undefined) return { by: 'page', number: page };
  return { by: 'from', number: from ?? 0 };
}

import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { UnitOfWork, type SqlReader } from '@tomekeeper/persistence';
import { PASSAGE_LIMITS } from '@tomekeeper/contracts-document';
import type { MadeImage } from '../../extraction-jobs/images';
import { ObjectStore } from '../../storage/object-store';
import { trackUnusedObject } from '../../storage/unused-objects';
import type { ItemPicture } from '../review/import-items';
import { recordsOf } from '../review/import-records';
import { itemPassages, skippedItems, type SavedItem } from './saved-items';

/** Objects of the documents of an import, without rows. */
export interface ImportObjects {
  /** Keys of the files by the number of their item. */
  files: ReadonlyMap<number, { key: string; isCopy: boolean }>;
  /** Images of each note, by its number and the source id of the picture. */
  images: ReadonlyMap<number, ReadonlyMap<string, MadeImage>>;
  /** Images of each handout with its own id, by the id of its record. */
  handouts: ReadonlyMap<string, readonly HandoutImage[]>;
  /** Images of each player's note, by the id of its record and the source id of the picture. */
  playerNotes: ReadonlyMap<string, ReadonlyMap<string, MadeImage>>;
}

/** A copy of an image of a note for one of its handouts. */
export interface HandoutImage {
  id: string;
  /** The image of the note. */
  of: string;
  s3_key: string;
}

const AT_ONCE = 8;

/** Copies objects before the transaction that saves the import. */
@Injectable()
export class ImportObjectCopies {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly store: ObjectStore,
  ) {}

  async make(id: string, campaign: string, items: readonly SavedItem[]): Promise<ImportObjects> {
    const files = new Map<number, { key: string; isCopy: boolean }>();
    await inBatches(
      items.filter(({ s3_key }) => s3_key !== null),
      async (item) => {
        const { number, is_spoilers, content_type } = item;
        const source = item.s3_key!;
        // The store returns the time of writing: players must not learn how long the import was reviewed.
        const isCopy = !is_spoilers;
        const key = isCopy ? `campaigns/${campaign}/${randomUUID()}` : source;
        if (isCopy) await this.copy(source, key, content_type ?? 'application/octet-stream');
        files.set(number, { key, isCopy });
      },
    );
    const pictures = new Map((await itemPictures(this.uow, id)).map((one) => [one.source_id, one]));
    const images = await this.images(id, items, pictures);
    const handouts = await this.handoutImages(id, items, images);
    return { files, images, handouts, playerNotes: await this.playerNoteImages(id, pictures) };
  }

  private async images(id: string, items: readonly SavedItem[], pictures: ItemPictures) {
    const known = [...(await skippedItems(this.uow, id)), ...items];
    const documents = new Map(known.map(({ source_id, document }) => [source_id, document]));
    const saved = new Set(items.map(({ number }) => number));
    const uses = (await pictureUses(this.uow, id)).filter(({ number }) => saved.has(number));
    const images = new Map<number, Map<string, MadeImage>>();
    await inBatches(
      uses.slice(0, PASSAGE_LIMITS.imagesPerCampaign),
      async ({ number, picture }) => {
        const file = pictures.get(picture);
        const ofNote = images.get(number) ?? new Map<string, MadeImage>();
        images.set(number, ofNote);
        if (!file || !hasRoom(ofNote, file.picture)) return;
        const { key, width, height, bytes } = file.picture;
        const image = {
          id: randomUUID(),
          s3_key: `pictures/${randomUUID()}`,
          width,
          height,
          bytes,
        };
        // Exports find the document of the picture by this name.
        const made_of = pictureSource(documents.get(picture) ?? image.id);
        ofNote.set(picture, { ...image, made_of, fresh_at: '' });
        const fresh_at = await this.copy(key, image.s3_key, 'image/webp');
        ofNote.set(picture, { ...image, made_of, fresh_at });
      },
    );
    return images;
  }

  private async playerNoteImages(
    id: string,
    pictures: ItemPictures,
  ): Promise<ImportObjects['playerNotes']> {
    const notes = new Map<string, Map<string, MadeImage>>();
    let room: number = PASSAGE_LIMITS.imagesPerCampaign;
    for await (const page of recordsOf(this.uow, id, 'player_notes'))
      for (const { id: note, audience, passages } of page) {
        if (audience === 'private') continue;
        const ofNote = new Map<string, MadeImage>();
        for (const source of new Set(passages.flatMap(({ picture }) => picture ?? []))) {
          const file = pictures.get(source);
          if (!file || room-- <= 0 || !hasRoom(ofNote, file.picture)) continue;
          const { key, ...size } = file.picture;
          const image = { id: randomUUID(), s3_key: `pictures/${randomUUID()}`, ...size };
          const fresh_at = await this.copy(key, image.s3_key, 'image/webp');
          ofNote.set(source, { ...image, made_of: pictureSource(image.id), fresh_at });
        }
        notes.set(note, ofNote);
      }
    return notes;
  }

  private async handoutImages(
    id: string,
    items: readonly SavedItem[],
    images: ImportObjects['images'],
  ): Promise<ImportObjects['handouts']> {
    const numbers = new Map(items.map(({ source_id, number }) => [source_id, number]));
    const handouts = new Map<string, HandoutImage[]>();
    for await (const page of recordsOf(this.uow, id, 'handouts'))
      for (const record of page) {
        const ofNote = images.get(numbers.get(record.source) ?? -1);
        if (!ofNote) continue;
        const text = await itemPassages(this.uow, id, numbers.get(record.source)!);
        const pictures = new Set(record.passages.map(({ passage }) => text[passage]?.picture));
        const copies: HandoutImage[] = [];
        for (const [picture, { id: of, s3_key: from }] of ofNote) {
          if (!pictures.has(picture)) continue;
          const copy = { id: randomUUID(), of, s3_key: `pictures/${randomUUID()}` };
          await this.copy(from, copy.s3_key, 'image/webp');
          copies.push(copy);
        }
        handouts.set(record.id, copies);
      }
    return handouts;
  }

  /** @returns time of writing */
  private async copy(from: string, to: string, contentType: string): Promise<string> {
    const object = await this.store.describe(from);
    const time = await trackUnusedObject(this.uow, to);
    if (!object || !(await this.store.copy(from, object.etag, to, contentType)))
      throw new Error('The store has lost an object of an import.');
    return time;
  }
}

/** `made_of` of an image that shows a picture document. */
export const pictureSource = (document: string): string => `document:${document}`;

const hasRoom = (images: ReadonlyMap<string, MadeImage>, { bytes }: ItemPicture): boolean =>
  images.size < PASSAGE_LIMITS.images &&
  [...images.values()].reduce((sum, one) => sum + one.bytes, bytes) <= PASSAGE_LIMITS.imageBytes;

type ItemPictures = ReadonlyMap<string, { picture: ItemPicture }>;

function itemPictures(
  db: SqlReader,
  id: string,
): Promise<{ source_id: string; picture: ItemPicture }[]> {
  return db.query(
    'SELECT source_id, picture FROM import_item WHERE import_id = $1 AND picture IS NOT NULL',
    [id],
  );
}

function pictureUses(db: SqlReader, id: string): Promise<{ number: number; picture: string }[]> {
  return db.query(
    `SELECT DISTINCT number, p ->> 'picture' AS picture
       FROM import_item, jsonb_array_elements(passages) p
      WHERE import_id = $1 AND action <> 'skip' AND p ->> 'picture' IS NOT NULL ORDER BY number, picture`,
    [id],
  );
}

async function inBatches<Item>(items: readonly Item[], work: (item: Item) => Promise<void>) {
  for (let at = 0; at < items.length; at += AT_ONCE)
    await Promise.all(items.slice(at, at + AT_ONCE).map(work));
}

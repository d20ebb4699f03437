import type { TransferAudience } from '@tomekeeper/campaign-files';
import type { SqlReader, Transaction } from '@tomekeeper/persistence';
import type { Player } from '../../../memberships/campaign-memberships';
import { classOfAudience } from '../imported-class';
import type { ImportedPassageIds } from '../imported-passage-ids';
import type { ItemText, SavedItem } from '../saved-items';

/** An import whose documents this transaction has saved. */
export interface SavedDocuments {
  tx: Transaction;
  /** The import. */
  id: string;
  campaign: string;
  /** User id of the GM who confirmed the import. */
  by: string;
  players: readonly Player[];
  items: readonly SavedItem[];
  /** Documents by the source id of their item. */
  documents: ReadonlyMap<string, string>;
  /** Notes that replace, or equal, those of earlier imports, by document. */
  texts: ReadonlyMap<string, ItemText>;
  ids: ImportedPassageIds;
}

/** Where records of an archive belong in the campaign. */
export class RecordTargets {
  private constructor(
    private readonly saved: SavedDocuments,
    /** Numbers of passages of new notes. */
    private readonly lengths: ReadonlyMap<string, number>,
  ) {}

  static async of(saved: SavedDocuments): Promise<RecordTargets> {
    const lengths = await lengthsOfTexts(saved.tx, saved.id);
    return new RecordTargets(
      saved,
      new Map(saved.items.map(({ number, document }) => [document, lengths.get(number) ?? 0])),
    );
  }

  documentOf(source: string | undefined): string | undefined {
    return source === undefined ? undefined : this.saved.documents.get(source);
  }

  /** @returns undefined if the note no longer has the passage */
  async passageOf(document: string, index: number): Promise<string | undefined> {
    const { texts, ids } = this.saved;
    const isNew = !texts.has(document);
    return isNew && index >= (this.lengths.get(document) ?? 0)
      ? undefined
      : ids.passageOf(document, index);
  }

  /** The class of an audience; GMs only without one. */
  classOf(audience: TransferAudience = 'gm'): Promise<string> {
    return classOfAudience(this.saved.tx, this.saved, audience);
  }
}

async function lengthsOfTexts(db: SqlReader, id: string): Promise<Map<number, number>> {
  const rows = await db.query<{ number: number; length: number }>(
    `SELECT number, jsonb_array_length(passages) AS length FROM import_item
      WHERE import_id = $1 AND passages IS NOT NULL`,
    [id],
  );
  return new Map(rows.map(({ number, length }) => [number, length]));
}

import type { TransferAudience } from '@tomekeeper/campaign-files';
import type { SqlReader, Transaction } from '@tomekeeper/persistence';
import { GM_CLASS, PARTY_CLASS } from '@tomekeeper/visibility';
import type { Player } from '../../../memberships/campaign-memberships';
import { classOfPlayers } from '../../../passages/audiences/audience-class';
import type { ImportedPassageIds } from '../imported-passage-ids';
import { importedPassageId } from '../imported-text';
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
    const text = texts.get(document);
    if (!text)
      return index < (this.lengths.get(document) ?? 0)
        ? importedPassageId(document, index)
        : undefined;
    const { id, isNew } = (await ids.matches(document))[index] ?? {};
    return isNew && !text.isReplaced ? undefined : id;
  }

  /** The class of an audience. Players who are no members are left out; without any, and without an audience, GMs only. */
  classOf(audience: TransferAudience | undefined): Promise<string> {
    if (audience === 'party') return Promise.resolve(PARTY_CLASS);
    const { tx, campaign, players } = this.saved;
    const named = typeof audience === 'object' ? audience.players : [];
    const chosen = players.filter(({ user }) => named.includes(user));
    if (chosen.length === 0) return Promise.resolve(GM_CLASS);
    const memberships = chosen.map(({ membership }) => membership);
    return classOfPlayers(tx, campaign, { memberships, tellsReaders: false });
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

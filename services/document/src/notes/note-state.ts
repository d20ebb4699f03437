import type { EditedPassage } from '@tomekeeper/contracts-document';
import type { Transaction } from '@tomekeeper/persistence';
import { invalidField } from '../model/document.errors';
import {
  classMembers,
  passagesElsewhere,
  takenIds,
  writtenPassages,
  type LivingPassage,
  type StoredPassage,
  type WithChosen,
} from '../passages/editing/edit-passages';
import { visibleCopies } from '../passages/handouts/handout-documents';
import type { Source } from './saving/audiences';
import type { NoteState, Save } from './saving/merge';
import { wordsRestoredByUndo, widenedByUndo } from './saving/undo';

interface LockedNote {
  document: string;
  campaign: string;
  is_spoilers: boolean;
  living: readonly LivingPassage[];
  by: string;
}

/**
 * State that a save needs of a note that this transaction has locked, with the current passages that the save names.
 */
export async function noteState(
  tx: Transaction,
  { document, campaign, is_spoilers, living, by }: LockedNote,
  { changes, removed }: Save,
  undoTo: ReadonlyMap<string, number> = new Map(),
): Promise<{ state: NoteState; known: Map<string, WithChosen<EditedPassage> & StoredPassage> }> {
  const lives = new Set(living.map(({ id }) => id));
  const named = [...changes, ...removed].map(({ id }) => id);
  const written = await writtenPassages(tx, document, named);
  const added = changes.map(({ id }) => id).filter((id) => !lives.has(id));
  if ((await takenIds(tx, document, added)).length > 0)
    throw invalidField('changes', 'Give a new passage a new id.');
  const others = [
    ...added,
    ...changes.flatMap(({ from = [], after }) => [...from, ...(after ? [after] : [])]),
  ].filter((id) => !lives.has(id));
  const elsewhere =
    others.length > 0 ? await passagesElsewhere(tx, { document, campaign }, others) : [];
  const sources = new Map(
    elsewhere.map(({ id, audience_class, was_spoilers, is_own }): [string, Source] => [
      id,
      was_spoilers === null ? undefined : { audience_class, was_spoilers, isOwn: is_own },
    ]),
  );
  const stood = elsewhere.flatMap(({ id, position }): [string, number][] =>
    position === null ? [] : [[id, position]],
  );
  const copies = await visibleCopies(tx, [
    ...new Set(changes.flatMap(({ id, from = [] }) => [id, ...from]).filter((id) => lives.has(id))),
  ]);
  const known = new Map(written.map((one) => [one.id, one]));
  const state = {
    is_spoilers,
    members:
      others.length > 0 || hasChosen(living) || copies.size > 0
        ? await classMembers(tx, campaign)
        : new Map(),
    living,
    words: known,
    stood: new Map(stood),
    undone: await wordsRestoredByUndo(tx, { document, is_spoilers, by }, undoTo),
    widened: await widenedByUndo(
      tx,
      document,
      changes.flatMap(({ from = [] }) => from).filter((id) => lives.has(id)),
    ),
    sources,
    copies,
  };
  return { state, known };
}

const hasChosen = (living: readonly LivingPassage[]): boolean =>
  living.some(({ audience_class }) => audience_class !== null);

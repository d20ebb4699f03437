import { NOTE_LIMITS } from '@tomekeeper/contracts-document';
import type { Transaction } from '@tomekeeper/persistence';
import { eventAudienceOf, GM_CLASS, PARTY_CLASS } from '@tomekeeper/visibility';
import { campaignIsFull, documentNotFound, invalidField } from '../../model/document.errors';
import type { DocumentEntity } from '../../model/document.entity';
import { emitDocumentChanged, lockDocument } from '../../passages/invalidation-events';
import { markEverHidden } from '../../extraction-jobs/extractions';
import { recordWrittenPassages } from '../../ledger/ledger';
import { isHiding, membersOfClasses } from '../../passages/audiences/audience-class';
import { documentChanged } from '../../passages/changes';
import { settleReaders } from '../../passages/audiences/handouts';
import { updateHandouts } from '../../passages/handouts/handout-documents';
import { recordPassageHistory } from '../../passages/editing/passage-history';
import type { WrittenClass } from '../../passages/editing/written-class';
import { inheritRecapSources } from '../../passages/recaps/recap-sources';
import {
  editPassages,
  hasRoom,
  livingPassages,
  type LivingPassage,
} from '../../passages/editing/edit-passages';
import type { Merged } from './merge';
import { noteSaved, noteVersion } from '../note-rows';
import { withoutHiddenSentences } from './hidden-sentences';
import { recordVersion } from '../versions/note-versions';
import { visibleDifference } from './visible-difference';

/** A note that a transaction has locked. */
export interface LockedNote {
  before: DocumentEntity;
  version: number;
  living: LivingPassage[];
}

export async function lockNote(tx: Transaction, document: string): Promise<LockedNote> {
  const before = await lockDocument(tx, document);
  const version = await noteVersion(tx, document);
  if (!before || version === undefined) throw documentNotFound(); // deleted in this moment
  return { before, version, living: await livingPassages(tx, document) };
}

/** Writes a merged save and emits events to viewers who see a difference. @returns the note's new version */
export async function writeNote(
  tx: Transaction,
  { before, version, living }: LockedNote,
  wanted: Merged,
  { by, title, isAlone }: { by: string; title: string; isAlone: boolean },
): Promise<number> {
  const place = { document: before.id, campaign: before.campaign_id };
  const merged = await withoutHiddenSentences(tx, { document: before.id, living }, wanted);
  const { puts, narrowed, placed, removed, order } = merged;
  const isRenamed = title !== before.original_filename;
  if (!isRenamed && puts.size + narrowed.size + placed.size + removed.length === 0) return version;
  await requireRoom(tx, { ...place, living: living.length, passages: order });
  requireTextRoom(living, merged);
  const now = version + 1;
  const gone = new Set(removed);
  await recordVersion(tx, {
    ...place,
    is_spoilers: before.is_spoilers,
    by,
    before: version,
    now: { number: now, title, passages: order },
    taken: living.filter(({ id }) => puts.has(id) || gone.has(id)),
    isAlone,
  });
  // For undo, of which no version needs to know.
  const classes = new Map(living.map((one) => [one.id, one.audience_class]));
  const isNarrowed = (id: string) =>
    puts.has(id) && classes.get(id) !== puts.get(id)?.audience_class;
  await recordPassageHistory(tx, {
    document: before.id,
    is_spoilers: before.is_spoilers,
    taken: living.filter(({ id }) => gone.has(id) || isNarrowed(id)),
    until: now,
  });
  const members = await membersOfClasses(
    tx,
    [...living, ...puts.values()].map((one) => one.audience_class),
  );
  const { is_spoilers } = before;
  const { seen, takes } = visibleDifference({ is_spoilers, members, living, isRenamed }, merged);
  await editPassages(
    tx,
    {
      ...place,
      is_spoilers: before.is_spoilers,
      number: await documentChanged(tx, place, takes),
      version: now,
      puts: [...puts].map(([id, put]) => ({ id, ...put })),
      narrowed: [...narrowed].map(([id, audience_class]) => ({ id, audience_class })),
      removed,
      order,
    },
    living,
  );
  if (merged.namedSources) await inheritRecapSources(tx, before.id, merged.namedSources);
  await noteSaved(tx, { document: before.id, by, version: now, title });
  const written = writtenClasses(living, merged);
  const isWidened = ({ before: of, after }: WrittenClass) => of !== null && after === null;
  await recordWrittenPassages(
    tx,
    place,
    written.filter((one) => !isWidened(one)),
    by,
  );
  // By undo alone.
  await recordWrittenPassages(tx, place, written.filter(isWidened), by, {
    otherwise: is_spoilers ? GM_CLASS : PARTY_CLASS,
  });
  if (written.some(({ after }) => isHiding(after))) await markEverHidden(tx, before.id);
  if (is_spoilers) await settleReaders(tx, place);
  await updateHandouts(
    tx,
    before.id,
    {
      ...(merged.origins && { origins: merged.origins }),
      narrowed: new Set(written.filter(({ after }) => after === GM_CLASS).map(({ id }) => id)),
    },
    (handout, copies) => recordWrittenPassages(tx, handout, copies, by),
  );
  await emitDocumentChanged(tx, before, eventAudienceOf(seen));
  return now;
}

/** Passages that a save created with their own audience, or narrowed. */
function writtenClasses(
  living: readonly LivingPassage[],
  { puts, narrowed }: Merged,
): WrittenClass[] {
  const before = new Map(living.map((one) => [one.id, one.audience_class]));
  const now = [
    ...[...puts].map(([id, { audience_class }]) => [id, audience_class] as const),
    ...narrowed,
  ];
  return now.flatMap(([id, after]) => {
    const was = before.get(id) ?? null;
    return was === after ? [] : [{ id, before: was, after }];
  });
}

async function requireRoom(
  tx: Transaction,
  note: { document: string; campaign: string; living: number; passages: readonly string[] },
): Promise<void> {
  if (note.passages.length <= note.living) return;
  if (note.passages.length > NOTE_LIMITS.passages) throw tooManyPassages();
  if (!(await hasRoom(tx, note))) throw campaignIsFull();
}

/** @throws {DomainError} 400 if a save lengthens a note beyond the limit; a save may shorten a longer note */
function requireTextRoom(living: readonly LivingPassage[], { puts, removed }: Merged): void {
  const gone = new Set([...puts.keys(), ...removed]);
  const sum = (bytes: readonly number[]): number => bytes.reduce((all, one) => all + one, 0);
  const before = sum(living.map(({ bytes }) => bytes));
  const others = sum(living.map(({ id, bytes }) => (gone.has(id) ? 0 : bytes)));
  const now =
    others + sum([...puts.values()].map(({ written }) => Buffer.byteLength(written.text)));
  if (now > Math.max(NOTE_LIMITS.textBytes, before)) throw tooMuchText();
}

export const tooMuchText = () =>
  invalidField('changes', 'A note has at most 2 MB of text. Go on in another note.');

export const tooManyPassages = () =>
  invalidField(
    'changes',
    `A note has at most ${NOTE_LIMITS.passages} passages. Go on in another note.`,
  );

import { randomUUID } from 'node:crypto';
import type { Transaction } from '@tomekeeper/persistence';
import { type AudienceMembers, GM_CLASS, NO_MEMBERS } from '@tomekeeper/visibility';
import { membersOfClasses } from '../audiences/audience-class';
import { documentChanged } from '../changes';
import { editPassages, type PassageToPut, type StoredPassage } from '../editing/edit-passages';
import { linkTargets } from '../editing/passage-matching';
import { textDifference } from '../editing/text-difference';
import type { WrittenClass } from '../editing/written-class';
import { isCopied } from './copy-rule';

// A handout with its own id is a document whose passages copy passages of its source, so that every viewer-scoped query
// applies to it without an exception. The copies follow each change of the source in the same transaction.

/** A handout that this transaction has locked. */
export interface HandoutRef {
  document: string;
  campaign: string;
  source: string;
}

/** A change of the source's text, as far as handouts need to know it. */
export interface SourceChange {
  /**
   * Written passages with the sources of their words, with themselves unless they are new. The text of a written
   * passage without an entry is uncertain, so that the passage leaves its handouts.
   */
  origins?: ReadonlyMap<string, readonly string[]>;
  /** Written passages whose audience became GM only. */
  narrowed?: ReadonlySet<string>;
}

interface Addition {
  /** Passages of the source to copy. Players get a copy once its audience is set. */
  passages: readonly string[];
  /** Image ids of the handout by image ids of the source. */
  images: ReadonlyMap<string, string>;
}

export interface RewrittenHandout {
  /** Players who see a difference. */
  seen: AudienceMembers;
  /** New copies with an audience. */
  written: WrittenClass[];
  /** Visible copies that the handout lost because the text of their source became uncertain. */
  lost: WrittenClass[];
}

interface TextRow extends Pick<StoredPassage, 'kind' | 'depth' | 'text' | 'content'> {
  id: string;
  level: number | null;
  /** Hash of the image's source. */
  made_of: string | null;
}

interface CopyRow extends TextRow {
  source_id: string;
  position: number;
  audience_class: string | null;
  version: number;
}

const COLUMNS = `p.id, p.kind, p.depth, p.level, p.text, p.content, (
  SELECT i.made_of FROM passage_image i
   WHERE i.document_id = p.document_id AND i.id::text = p.content ->> 'image') AS made_of`;

/** A passage of the handout after the change; `put` is absent if its text stays. */
interface Kept {
  id: string;
  source: string;
  audience_class: string | null;
  isNew: boolean;
  put?: StoredPassage;
}

/** Adds copies to a handout. */
export const addToHandout = (
  tx: Transaction,
  handout: HandoutRef,
  addition: Addition,
): Promise<RewrittenHandout> => rewrite(tx, handout, {}, addition);

/** Applies a change of the source's text to a handout. */
export const followSource = (
  tx: Transaction,
  handout: HandoutRef,
  change: SourceChange,
): Promise<RewrittenHandout> =>
  rewrite(tx, handout, change, {
    passages: [...(change.origins?.keys() ?? [])],
    images: new Map(),
  });

async function rewrite(
  tx: Transaction,
  handout: HandoutRef,
  change: SourceChange,
  addition: Addition,
): Promise<RewrittenHandout> {
  const { document, campaign } = handout;
  const copies = await tx.query<CopyRow>(
    `SELECT ${COLUMNS}, p.source_id, p.position, p.audience_class, p.version
       FROM passage p WHERE p.document_id = $1 ORDER BY p.position, p.id`,
    [document],
  );
  const sources = await tx.query<TextRow>(
    `SELECT ${COLUMNS} FROM passage p
      WHERE p.document_id = $1
        AND (p.id = ANY ($3::uuid[])
             OR EXISTS (SELECT 1 FROM passage c WHERE c.source_id = p.id AND c.document_id = $2))
      ORDER BY p.position, p.id`,
    [handout.source, document, addition.passages],
  );
  const kept = keptPassages(copies, sources, change, addition);
  const stays = new Set(kept.map(({ id }) => id));
  const removed = copies.filter(({ id }) => !stays.has(id)).map(({ id }) => id);
  const puts = kept.flatMap(({ id, put, audience_class }): PassageToPut[] =>
    put ? [{ id, written: put, audience_class }] : [],
  );
  const order = kept.map(({ id }) => id);
  const isSameOrder = order.join() === copies.map(({ id }) => id).join();
  if (puts.length === 0 && isSameOrder) return { seen: NO_MEMBERS, written: [], lost: [] };
  const difference = textDifference(
    copies.map(({ id, audience_class }) => ({ id, audience_class, mark: '' })),
    kept.map(({ id, audience_class, put }) => ({ id, audience_class, mark: put ? 'put' : '' })),
    {
      is_spoilers: true,
      members: await membersOfClasses(
        tx,
        copies.map(({ audience_class }) => audience_class),
      ),
    },
  );
  const [note] = await tx.query<{ version: number }>(
    `UPDATE note SET version = version + 1, saved_at = clock_timestamp() WHERE document_id = $1 RETURNING version`,
    [document],
  );
  if (!note) throw new Error('A handout has no text.');
  await editPassages(
    tx,
    {
      ...{ document, campaign, is_spoilers: true, puts, narrowed: [], removed, order },
      number: await documentChanged(tx, { document, campaign }, difference.takes),
      version: note.version,
    },
    copies,
  );
  const lost = copies.flatMap(({ id, source_id, audience_class: before }): WrittenClass[] =>
    !stays.has(id) && isVisible(before) && sources.some((one) => one.id === source_id)
      ? [{ id, before, after: GM_CLASS }]
      : [],
  );
  // The visibility history counts each loss once: by its ledger entry.
  await tx.query(
    'UPDATE passage_gone SET audience_class = $3 WHERE document_id = $1 AND passage_id = ANY ($2::uuid[])',
    [document, lost.map(({ id }) => id), GM_CLASS],
  );
  const added = kept.filter(({ isNew }) => isNew);
  await tx.query(
    `UPDATE passage p SET source_id = n.source FROM unnest($2::uuid[], $3::uuid[]) AS n (id, source)
      WHERE p.id = n.id AND p.document_id = $1`,
    [document, added.map(({ id }) => id), added.map(({ source }) => source)],
  );
  return {
    seen: difference.seen,
    written: added.flatMap(({ id, audience_class: after }) =>
      after === null ? [] : [{ id, before: null, after }],
    ),
    lost,
  };
}

function keptPassages(
  copies: readonly CopyRow[],
  sources: readonly TextRow[],
  { origins, narrowed }: SourceChange,
  { images }: Addition,
): Kept[] {
  const bySource = new Map(copies.map((one) => [one.source_id, one]));
  const classOf = (id: string) => bySource.get(id)?.audience_class ?? null;
  return sources.flatMap((passage): Kept[] => {
    const { id: source } = passage;
    const copy = bySource.get(source);
    const taken = origins?.get(source) ?? [];
    const isNarrowed = narrowed?.has(source) ?? false;
    if (!copy) {
      // Without origins a GM adds the passage, and sets its audience next. With them, a passage that existed before and
      // is not in the handout is its own source, so that its text stays out.
      const [from] = taken;
      const audience_class = origins ? (from === undefined ? null : classOf(from)) : null;
      const isInherited =
        isVisible(audience_class) &&
        taken.every((one) => classOf(one) === audience_class) &&
        isCopied({ written: passage, before: undefined, isNarrowed }) &&
        passage.kind !== 'image';
      if (origins && !isInherited) return [];
      const image = images.get(passage.content.image ?? '');
      const put = written(passage, image);
      return [{ id: randomUUID(), source, audience_class, isNew: true, put }];
    }
    const { id, audience_class } = copy;
    const kept = { id, source, audience_class, isNew: false };
    if (textOf(passage) === textOf(copy)) return [kept];
    const isSame = wordsOf(passage) === wordsOf(copy);
    const isCertain =
      origins?.has(source) &&
      taken.every((one) => classOf(one) === audience_class) &&
      isCopied({ written: passage, before: copy, isNarrowed });
    // The objects of images are copied before a transaction: another image needs another reveal.
    if (passage.made_of !== copy.made_of || !(isSame || isCertain)) return [];
    return [{ ...kept, put: written(passage, copy.content.image) }];
  });
}

const isVisible = (audienceClass: string | null): boolean =>
  audienceClass !== null && audienceClass !== GM_CLASS;

function written({ kind, depth, level, text, content }: TextRow, image?: string): StoredPassage {
  const { image: _image, ...rest } = content;
  return {
    ...{ kind, depth, text },
    ...(level !== null && { level }),
    content: image === undefined ? rest : { ...rest, image },
  };
}

/** Equal for equal passages, with any ids of their images. */
const textOf = (passage: TextRow): string =>
  JSON.stringify([written(passage, passage.made_of ?? undefined)]);

/** Equal for passages that certainly say the same, as for a new version of a file. */
const wordsOf = ({ kind, text, made_of, content }: TextRow): string =>
  JSON.stringify([kind, text, made_of, linkTargets(content)]);

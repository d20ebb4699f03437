import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import {
  AUDIENCE_LIMITS,
  type Handout,
  type HandoutsAnswer,
  type SetAudienceAnswer,
  type UpdateHandoutRequest,
} from '@tomekeeper/contracts-document';
import { UnitOfWork, type Transaction } from '@tomekeeper/persistence';
import { eventAudienceOf, GM_CLASS, PARTY_CLASS } from '@tomekeeper/visibility';
import { DocumentAccess } from '../../access/document-access';
import { looksOfHandouts } from '../../access/visible-handouts';
import { ImageStore, type FreshImage } from '../../extraction-jobs/image-store';
import { partsOf, recordedChange } from '../../ledger/ledger';
import { CampaignMemberships } from '../../memberships/campaign-memberships';
import { DocumentEntity } from '../../model/document.entity';
import {
  campaignIsFull,
  documentNotFound,
  handoutNotFound,
  invalidField,
  passageNotFound,
  publicHasNoHandouts,
  publicTitleRequired,
} from '../../model/document.errors';
import { membersOfClasses } from '../../passages/audiences/audience-class';
import { countOf } from '../../passages/audiences/change-classes';
import {
  addHandoutImages,
  copiesIn,
  handoutsOf,
  hasRoomFor,
  imagesToAdd,
  isHandoutOf,
  lockHandout,
  lockHandouts,
  passagesOfSource,
} from '../../passages/handouts/handout-documents';
import { addToHandout } from '../../passages/handouts/handout-passages';
import { emitDocumentChanged, lockDocument } from '../../passages/invalidation-events';
import { AudienceChanges, type AppliedAudienceChange } from '../audiences/audience-changes';
import { checkPortrait, readersOfPortraits } from '../portraits';
import { readersOfDocument } from '../reveals/document-readers';
import { RevealedImages } from '../reveals/revealed-images';
import { createHandout } from './create-handout';
import { endShowOf } from '../shows/temporary-shows';

/** Audience change of passages in one handout of a spoiler. */
export interface HandoutChange {
  source: string;
  handout: string;
  passages: 'all' | readonly string[];
  /** Class that the change sets, created in the given transaction. */
  classIn: (tx: Transaction) => Promise<string | null>;
  isHiding: boolean;
  title: string | undefined;
  by: string;
}

/** Prepared undo of a change of a handout. */
export interface UndoOfPart {
  document: string;
  entry: string;
  images: readonly FreshImage[];
}

/** Lists the handouts of a spoiler, and changes handouts with their own ids. The first handout is the row of the spoiler. */
@Injectable()
export class HandoutsService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly access: DocumentAccess,
    private readonly memberships: CampaignMemberships,
    private readonly audienceChanges: AudienceChanges,
    private readonly images: RevealedImages,
    private readonly imageStore: ImageStore,
  ) {}

  /** Handouts that some player sees, oldest first, for GMs. */
  async list(user: string, id: string): Promise<HandoutsAnswer> {
    const { document, scope } = await this.access.requireManaged(user, id, 'see handouts');
    const found = document.is_spoilers ? await handoutsOf(this.uow, id) : [];
    const ids = found.map((one) => one.id);
    const looks = new Map(
      (await looksOfHandouts(this.uow, scope, ids)).map((one) => [one.id, one]),
    );
    const users = found.some(({ readers }) => !readers.includes(PARTY_CLASS))
      ? await this.memberships.usersOf(document.campaign)
      : new Map<string, string>();
    return {
      handouts: found.map(({ readers, ...one }): Handout => {
        const { category, portrait } = looks.get(one.id) ?? {};
        const handout = { ...one, ...(category && { category }), ...(portrait && { portrait }) };
        if (readers.includes(PARTY_CLASS)) return { ...handout, audience: 'party' };
        const players = readers.flatMap((reader) => users.get(reader) ?? []).sort();
        return { ...handout, audience: 'players', players };
      }),
    };
  }

  /**
   * Sets the category and portrait that the readers of a handout see.
   * @throws {DomainError} 400 if the document has no such handout
   */
  async update(
    user: string,
    id: string,
    handout: string,
    { category, portrait }: UpdateHandoutRequest,
  ): Promise<HandoutsAnswer> {
    await this.access.requireManaged(user, id, 'change handouts');
    await this.uow.run(async (tx) => {
      const source = await lockDocument(tx, id);
      if (!source) throw documentNotFound(); // deleted in this moment
      if (!source.is_spoilers) throw publicHasNoHandouts();
      const before = handout === id ? source : await lockHandout(tx, { source: id, handout });
      if (!before) throw handoutNotFound();
      await checkPortrait(tx, before, portrait);
      const change = { public_category: category, public_portrait: portrait };
      if (Object.values(change).every((value) => value === undefined)) return;
      await tx.repo(DocumentEntity).update({ id: handout }, change);
      const isNewCategory = category !== undefined && category !== before.public_category;
      const affected = isNewCategory
        ? (await readersOfDocument(tx, before)).readers
        : await readersOfPortraits(tx, before, { before: before.public_portrait, after: portrait });
      await emitDocumentChanged(tx, before, eventAudienceOf(affected));
    });
    return this.list(user, id);
  }

  /**
   * Sets the audience of passages in one handout, and creates the handout for `new`.
   * @throws {DomainError} 400 if the handout is unknown or has new readers without a title
   */
  async set(change: HandoutChange): Promise<SetAudienceAnswer> {
    const { source, passages, isHiding, title, by } = change;
    const isNew = change.handout === 'new';
    if (isNew && isHiding) throw invalidField('audience', 'Choose who reads the new handout.');
    if (isNew && title === undefined) throw publicTitleRequired();
    const known = isNew ? undefined : change.handout;
    if (known !== undefined && !(await isHandoutOf(this.uow, { source, handout: known })))
      throw handoutNotFound();
    const added = isHiding
      ? []
      : (
          await this.imageStore.copies(
            await imagesToAdd(this.uow, { source, handout: known }, passages),
          )
        ).map(({ of, copy }) => ({
          id: randomUUID(),
          of,
          copy,
          s3_key: `pictures/${randomUUID()}`,
        }));
    const shown = isHiding || known === undefined ? [] : await this.imagesOfCopies(known, change);
    return this.uow.run(async (tx) => {
      const before = await lockDocument(tx, source);
      if (!before) throw documentNotFound(); // deleted in this moment
      if (!before.is_spoilers) throw publicHasNoHandouts();
      if (passages !== 'all' && (await countOf(tx, source, passages)) < passages.length)
        throw passageNotFound();
      const id = known ?? randomUUID();
      const place = { document: id, campaign: before.campaign_id, source };
      const locked = isNew ? undefined : await lockHandout(tx, { source, handout: id });
      if (locked === null) throw handoutNotFound();
      // In the order of saves, which number a change after these locks, so that neither waits for the other in a circle.
      const to = await change.classIn(tx);
      const adding = passages === 'all' ? await passagesOfSource(tx, source) : passages;
      if (!isHiding && !(await hasRoomFor(tx, place, adding))) throw campaignIsFull();
      const handout = locked ?? (await createHandout(tx, before, { id, title: title ?? '', by }));
      if (!isHiding) {
        await addHandoutImages(
          tx,
          place,
          added.map(({ id, of, s3_key }) => ({ id, of: of.id, s3_key })),
        );
        await addToHandout(tx, place, {
          passages: adding,
          images: new Map(added.map(({ id, of }) => [of.id, id])),
        });
      }
      const copies = await copiesIn(tx, handout.id, passages);
      if (isNew && copies.length === 0)
        throw invalidField('passages', 'Choose at least one passage.');
      const done = await this.audienceChanges.act(tx, {
        before: handout,
        change: {
          do: 'set',
          passages: copies.map(({ id }) => id),
          to,
        },
        by,
        title,
        images: [
          ...shown,
          ...added.map(({ id, copy, s3_key }): FreshImage => ({ of: { id, s3_key }, copy })),
        ],
      });
      const nothing = { act: null, changed: 0, passages: [], handout: handout.id };
      if (!done) return nothing;
      await this.emit(tx, handout, done);
      const sources = new Map(copies.map((one) => [one.id, one.source]));
      return {
        act: done.entry,
        changed: done.changed,
        passages: done.passages.flatMap((id) => sources.get(id) ?? []),
        handout: handout.id,
      };
    });
  }

  /**
   * Hides passages in all handouts of a document that this transaction has locked, except from players of `within`. Ends a
   * show without keeping of hidden passages to other players.
   * @returns the first ledger entry, and the hidden passages of the source; undefined if nothing changes
   */
  async hide(
    tx: Transaction,
    source: string,
    {
      passages,
      by,
      partOf,
      within = [],
    }: Pick<HandoutChange, 'passages' | 'by'> & {
      partOf: string | undefined;
      /** Memberships; a copy stays if only these players see it. */
      within?: readonly string[] | undefined;
    },
  ): Promise<{ entry: string; passages: string[] } | undefined> {
    let entry = partOf;
    const hidden = new Set<string>();
    for (const handout of await lockHandouts(tx, source)) {
      const copies = await copiesIn(tx, handout.id, passages);
      const members = await membersOfClasses(
        tx,
        copies.map(({ audience_class }) => audience_class),
      );
      const wider = copies.filter(
        ({ audience_class: of }) =>
          of !== null &&
          of !== GM_CLASS &&
          !members.get(of)?.every((membership) => within.includes(membership)),
      );
      if (wider.length === 0) continue;
      const done = await this.audienceChanges.act(tx, {
        before: handout,
        change: { do: 'set', passages: wider.map(({ id }) => id), to: GM_CLASS },
        act: 'hide',
        by,
        images: [],
        partOf: entry,
      });
      if (!done) continue;
      await this.emit(tx, handout, done);
      entry ??= done.entry;
      for (const one of wider) hidden.add(one.source);
    }
    if (entry === undefined || hidden.size === 0) return undefined;
    await endShowOf(tx, source, { passages: passages === 'all' ? 'all' : [...hidden], within });
    return { entry, passages: [...hidden].slice(0, AUDIENCE_LIMITS.passages) };
  }

  /** Prepares the undo of the changes of handouts that belong to a ledger entry. */
  async prepareUndo(entry: string): Promise<UndoOfPart[]> {
    const undos: UndoOfPart[] = [];
    for (const { document, entry: part } of await partsOf(this.uow, entry)) {
      const change = { do: 'take back', entry: part } as const;
      const images = await this.images.prepare({
        ...{ document, wasSpoilers: true, is_spoilers: true, change },
      });
      undos.push({ document, entry: part, images });
    }
    return undos;
  }

  /** Undoes prepared changes of handouts where no later change applies. */
  async undo(tx: Transaction, parts: readonly UndoOfPart[], by: string): Promise<void> {
    for (const { document, entry, images } of parts) {
      const before = await lockDocument(tx, document);
      if (!before || !(await recordedChange(tx, document, entry))?.can_take_back) continue;
      const change = { do: 'take back', entry } as const;
      const act = { before, change, by, images, act: 'take_back' } as const;
      const done = await this.audienceChanges.act(tx, act);
      if (done) await this.emit(tx, before, done);
    }
  }

  private emit(
    tx: Transaction,
    handout: DocumentEntity,
    { seen }: AppliedAudienceChange,
  ): Promise<void> {
    return emitDocumentChanged(tx, handout, eventAudienceOf(seen));
  }

  /** Image copies for new readers of passages that are in the handout already. */
  private async imagesOfCopies(handout: string, change: HandoutChange): Promise<FreshImage[]> {
    const copies = await copiesIn(this.uow, handout, change.passages);
    return this.images.prepare({
      document: handout,
      wasSpoilers: true,
      is_spoilers: true,
      change: {
        do: 'set',
        passages: copies.map(({ id }) => id),
        to: await this.uow.run(change.classIn),
      },
    });
  }
}

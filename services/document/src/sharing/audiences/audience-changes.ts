import { Injectable } from '@nestjs/common';
import type { Transaction } from '@tomekeeper/persistence';
import {
  ALL_MEMBERS,
  type AudienceMembers,
  differenceOf,
  GM_CLASS,
  isChosenClass,
  isEmpty,
  membersOfClass,
  NO_MEMBERS,
  PARTY_CLASS,
  symmetricDifferenceOf,
  unionOfAll,
} from '@tomekeeper/visibility';
import { audienceName, recordPassageChange, type PassageEntry } from '../../ledger/ledger';
import {
  classesWithVisibleNames,
  isHiding,
  membersOfClasses,
} from '../../passages/audiences/audience-class';
import {
  changeClasses,
  changedClasses,
  classesOf,
  type ChangedClass,
  type ClassChange,
} from '../../passages/audiences/change-classes';
import { documentChanged } from '../../passages/changes';
import {
  publicTitleOf,
  readersOfHandout,
  rememberTitle,
  restoreLook,
  setPublicTitle,
  setTitles,
  settleReaders,
  titlesBefore,
  titlesOf,
} from '../../passages/audiences/handouts';
import {
  both,
  retitled,
  titlesBack,
  withTitle,
  type Titles,
} from '../../passages/audiences/handout-titles';
import type { FreshImage } from '../../extraction-jobs/image-store';
import { markEverHidden, wasEverHidden } from '../../extraction-jobs/extractions';
import type { DocumentEntity } from '../../model/document.entity';
import { publicTitleRequired } from '../../model/document.errors';
import { isNote } from '../../model/note-key';
import { imagesToCopy, RevealedImages } from '../reveals/revealed-images';

/** Audience change by a GM in a document that this transaction has locked. */
export interface AudienceChange {
  before: DocumentEntity;
  change: ClassChange;
  /** Left out if the change implies it: reveal if it adds viewers, hide if not. */
  act?: PassageEntry['act'];
  by: string;
  /** Title of a spoiler for the new audience. */
  title?: string | undefined;
  /** Image copies for new viewers. */
  images: readonly FreshImage[];
  /** The ledger entry that this change of a handout belongs to. */
  partOf?: string | undefined;
}

export interface AppliedAudienceChange {
  entry: string;
  changed: number;
  /** The first changed passages. */
  passages: string[];
  /** Viewers who see a difference. */
  seen: AudienceMembers;
}

/** Title of a spoiler for its viewers, and the title for GMs. */
interface Named {
  before: { title: string | undefined; titles: Titles };
  title: string | undefined;
  now: Titles;
}

/** Changes the audience of passages, writes the ledger and the change feed, and updates handouts. */
@Injectable()
export class AudienceChanges {
  constructor(private readonly images: RevealedImages) {}

  /**
   * @returns undefined where nothing changes
   * @throws {DomainError} 400 where players begin to see something of a spoiler and have no name for it
   */
  async act(tx: Transaction, act: AudienceChange): Promise<AppliedAudienceChange | undefined> {
    const { before: document, change } = act;
    const { is_spoilers } = document;
    const place = { document: document.id, campaign: document.campaign_id };
    const groups = await changedClasses(tx, place.document, change);
    const currentClasses = await classesOf(tx, place.document);
    const members = await membersOfClasses(tx, [
      ...currentClasses,
      ...groups.flatMap(({ before, after }) => [before, after]),
      ...(change.do === 'set' ? [change.to] : []),
    ]);
    const readers = (one: string | null) => membersOfClass(one, { is_spoilers }, members);
    const telling = await classesWithVisibleNames(
      tx,
      groups.flatMap(({ before, after }) => [before, after]),
    );
    const tells = (one: string | null) => one !== null && telling.has(one);
    const readersBefore = is_spoilers ? await readersOfHandout(tx, place.document) : NO_MEMBERS;
    const named = await this.named(tx, act, readers);
    const told = named ? retitled(named.before.titles, named.now) : NO_MEMBERS;
    const renamed = both(told, readersBefore);
    // Undo also restores the title for members who lost all passages, because a later reveal would use it.
    if (groups.length === 0 && isEmpty(act.act === 'take_back' ? told : renamed)) return undefined;
    const needed = await imagesToCopy(tx, {
      document: place.document,
      wasSpoilers: is_spoilers,
      is_spoilers,
      change,
    });
    const losesFile = await this.losesFile(tx, document, currentClasses, groups);
    const lost = groups.map(({ before, after }) => differenceOf(readers(before), readers(after)));
    // A player with a new title must not find the document by its old title.
    const number = await documentChanged(tx, place, {
      players: unionOfAll([...lost, renamed, losesFile ? ALL_MEMBERS : NO_MEMBERS]),
    });
    const gained = unionOfAll(
      groups.map(({ before, after }) => differenceOf(readers(after), readers(before))),
    );
    const entry = await recordPassageChange(tx, {
      ...place,
      act:
        act.act ??
        (isEmpty(gained) && groups.some(({ after }) => !tells(after)) ? 'hide' : 'reveal'),
      by: act.by,
      partOf: act.partOf,
      ...audienceOf(groups, currentClasses, { is_spoilers }),
    });
    const done = await changeClasses(tx, { ...place, entry, number }, change);
    if (is_spoilers) {
      const readersNow = unionOfAll((await classesOf(tx, place.document)).map(readers));
      const isNew = !isEmpty(differenceOf(readersNow, readersBefore));
      if (isNew && act.title === undefined && act.act !== 'take_back') throw publicTitleRequired();
      if (isNew && !named && (await publicTitleOf(tx, place.document)) === undefined)
        throw publicTitleRequired();
      await settleReaders(tx, place);
      if (change.do === 'take back') await restoreLook(tx, place.document, change.entry);
      if (named) {
        await setTitles(tx, place, named.now);
        if (named.title !== undefined) await setPublicTitle(tx, place, named.title);
        await rememberTitle(tx, place, entry, named.before);
      }
    } else if (groups.some(({ before, after }) => isHiding(before) || isHiding(after)))
      await markEverHidden(tx, place.document);
    await this.images.use(tx, needed, act.images);
    const seen = unionOfAll([
      ...groups.map(({ before, after }) => symmetricDifferenceOf(readers(before), readers(after))),
      ...groups.map((one) => seeOtherMark(one, readers, tells)),
      renamed,
      losesFile ? ALL_MEMBERS : NO_MEMBERS,
    ]);
    return { entry, ...done, seen };
  }

  /** Titles before and after a change that sets a title; other viewers keep theirs. */
  private async named(
    tx: Transaction,
    { before: { id, is_spoilers }, change, title }: AudienceChange,
    readers: (one: string | null) => AudienceMembers,
  ): Promise<Named | undefined> {
    if (!is_spoilers) return undefined;
    const back = change.do === 'take back' ? await titlesBefore(tx, id, change.entry) : undefined;
    const told = change.do === 'set' && title !== undefined ? readers(change.to) : NO_MEMBERS;
    if (!back && (title === undefined || isEmpty(told))) return undefined;
    const titles = await titlesOf(tx, id);
    const before = { title: await publicTitleOf(tx, id), titles };
    if (back) return { before, title: back.title, now: titlesBack(titles, back.titles) };
    return { before, title, now: withTitle(titles, told, title ?? '') };
  }

  /** Whether players lose the file of a Public document, because it is the first time that something of its text is hidden. */
  private async losesFile(
    tx: Transaction,
    document: DocumentEntity,
    currentClasses: readonly (string | null)[],
    groups: readonly ChangedClass[],
  ): Promise<boolean> {
    if (document.is_spoilers || isNote(document) || currentClasses.some(isHiding)) return false;
    if (!groups.some(({ after }) => isHiding(after))) return false;
    return !(await wasEverHidden(tx, document.id));
  }
}

/** Readers before and after a change who see a different party mark. */
function seeOtherMark(
  { before, after }: ChangedClass,
  readers: (one: string | null) => AudienceMembers,
  tells: (one: string | null) => boolean,
): AudienceMembers {
  if (isChosenClass(before) === isChosenClass(after) && !tells(before) && !tells(after))
    return NO_MEMBERS;
  return both(readers(before), readers(after));
}

/** Audience of a change for the ledger; GMs if the passages have several. */
function audienceOf(
  groups: readonly ChangedClass[],
  currentClasses: readonly (string | null)[],
  { is_spoilers }: { is_spoilers: boolean },
): Pick<PassageEntry, 'audience' | 'audienceClass'> {
  const all = new Set(groups.length > 0 ? groups.map(({ after }) => after) : currentClasses);
  const [only = GM_CLASS] = all;
  const one = only ?? (is_spoilers ? GM_CLASS : PARTY_CLASS);
  const audienceClass = all.size > 1 ? GM_CLASS : one;
  return { audience: audienceName(audienceClass), audienceClass };
}

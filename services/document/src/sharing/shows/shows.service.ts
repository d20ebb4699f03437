import { Injectable } from '@nestjs/common';
import { DOCUMENT_LIMITS, type ShowRequest } from '@tomekeeper/contracts-document';
import { UnitOfWork, type Transaction } from '@tomekeeper/persistence';
import { ALL_MEMBERS, eventAudienceOf, PARTY_CLASS } from '@tomekeeper/visibility';
import type { Scope } from '../../memberships/campaign-memberships';
import { countOf } from '../../passages/audiences/change-classes';
import { seenPassages } from '../../passages/visible/visible-links';
import type { InteractiveRequest } from '../../sandbox/interactive-processes';
import type { DocumentEntity } from '../../model/document.entity';
import {
  documentNotFound,
  passageNotFound,
  invalidField,
  showIsOver,
} from '../../model/document.errors';
import { readersOfDocument } from '../reveals/document-readers';
import { DocumentAccess } from '../../access/document-access';
import { chosenTitle } from '../../model/file-name';
import {
  emitDocumentChanged,
  emitShowChanged,
  emitTemporaryShowChanged,
  lockDocument,
} from '../../passages/invalidation-events';
import { AudienceChanges } from '../audiences/audience-changes';
import { RevealedImages } from '../reveals/revealed-images';
import { Reveals } from '../reveals/reveals';
import { insertShow, undoShow } from './shows';
import { endTemporaryShow } from './temporary-shows';
import { TemporaryShowsService } from './temporary-shows.service';
import { currentShow, type ShownDocument } from '../../access/visible-documents';

/** Puts documents, and passages of them, on the screens of the players who are there. */
@Injectable()
export class ShowsService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly access: DocumentAccess,
    private readonly reveals: Reveals,
    private readonly audienceChanges: AudienceChanges,
    private readonly images: RevealedImages,
    private readonly temporary: TemporaryShowsService,
  ) {}

  /**
   * Reveals a hidden document or hidden passages and starts a show.
   * @returns end of the period in which both can be undone
   */
  async show(caller: InteractiveRequest, id: string, request: ShowRequest): Promise<Date> {
    const user = caller.person;
    if (request.keep === false)
      return this.undoUntil(await this.temporary.show(caller, id, request));
    if (request.players) throw invalidField('players', 'players requires keep: false.');
    const at = request.passages
      ? await this.showPassages(user, id, request.passages, request.public_title)
      : await this.showDocument(user, id, request.seen_title);
    return this.undoUntil(at);
  }

  private undoUntil = (at: Date): Date =>
    new Date(at.getTime() + DOCUMENT_LIMITS.undoShowSeconds * 1000);

  private async showDocument(
    user: string,
    id: string,
    expectedTitle: string | undefined,
  ): Promise<Date> {
    const { document } = await this.access.requireManaged(user, id, 'show documents');
    const reveal = await this.reveals.prepare(document);
    return this.uow.run(async (tx) => {
      const before = await lockDocument(tx, id);
      if (!before) throw documentNotFound(); // deleted in this moment
      if (before.is_spoilers)
        await this.reveals.reveal(tx, before, reveal, { by: user, expectedTitle });
      const shown = await insertShow(tx, {
        campaign: document.campaign,
        document: id,
        wasSpoilers: before.is_spoilers,
      });
      await this.endTemporary(tx, document.campaign);
      await emitShowChanged(tx, before, before.is_spoilers ? ALL_MEMBERS : undefined);
      return shown;
    });
  }

  /** Another show replaces one without keeping. */
  private async endTemporary(tx: Transaction, campaign: string): Promise<void> {
    const ended = await endTemporaryShow(tx, { column: 'campaign_id', value: campaign });
    if (ended) await emitTemporaryShowChanged(tx, campaign, ended);
  }

  private async showPassages(
    user: string,
    id: string,
    asked: readonly string[],
    public_title: string | undefined,
  ): Promise<Date> {
    const { document } = await this.access.requireManaged(user, id, 'show documents');
    const title =
      public_title === undefined ? undefined : chosenTitle(public_title, 'public_title');
    const passages = [...new Set(asked)];
    const toParty = ({ is_spoilers }: Pick<DocumentEntity, 'is_spoilers'>) =>
      ({ do: 'set', passages, to: is_spoilers ? PARTY_CLASS : null }) as const;
    const { is_spoilers } = document;
    const images = await this.images.prepare({
      document: id,
      wasSpoilers: is_spoilers,
      is_spoilers,
      change: toParty(document),
    });
    return this.uow.run(async (tx) => {
      const before = await lockDocument(tx, id);
      if (!before) throw documentNotFound(); // deleted in this moment
      if ((await countOf(tx, id, passages)) < passages.length) throw passageNotFound();
      const change = toParty(before);
      const act = { before, change, by: user, title, images };
      const done = await this.audienceChanges.act(tx, act);
      const shown = await insertShow(tx, {
        campaign: document.campaign,
        document: id,
        wasSpoilers: before.is_spoilers,
        passages,
        entry: done?.entry,
      });
      await this.endTemporary(tx, document.campaign);
      await emitShowChanged(tx, before, done?.seen);
      return shown;
    });
  }

  /** Ends the show and undoes its reveal. @throws {DomainError} 409 if the period for undo has ended */
  async takeBack(user: string, id: string): Promise<void> {
    const { document } = await this.access.requireManaged(user, id, 'show documents');
    if (await this.temporary.stop(id, document.campaign)) return;
    await this.uow.run(async (tx) => {
      const now = await lockDocument(tx, id);
      if (!now) throw documentNotFound(); // deleted in this moment
      const { readers } = await readersOfDocument(tx, now);
      const show = await undoShow(tx, id);
      if (!show) throw showIsOver();
      for (const entry of show.entries) await this.restoreAudiences(tx, now, { entry, by: user });
      const isHidden = show.isReveal && !now.is_spoilers;
      if (isHidden) await this.reveals.undo(tx, now, { by: user, act: 'hide' });
      // Only players who saw the document before may receive the event of the show.
      if (readers.isAllBut) await emitShowChanged(tx, now, isHidden ? ALL_MEMBERS : undefined);
    });
  }

  /** Restores the earlier audience of passages that the show revealed, unless changed since. */
  private async restoreAudiences(
    tx: Transaction,
    before: DocumentEntity,
    { entry, by }: { entry: string; by: string },
  ): Promise<void> {
    const change = { do: 'take back', entry } as const;
    const done = await this.audienceChanges.act(tx, {
      before,
      change,
      by,
      images: [],
      act: 'take_back',
    });
    if (done) await emitDocumentChanged(tx, before, eventAudienceOf(done.seen));
  }

  /** Current show in any campaign for a player; never one for GMs. Contains visible passages only. */
  async shownTo(scope: Scope): Promise<ShownDocument | undefined> {
    const shown = await currentShow(this.uow, scope);
    if (!shown?.passages) return shown;
    const seen = await seenPassages(this.uow, scope, shown.passages);
    const passages = shown.passages.filter((id) => seen.get(id) === shown.id);
    return passages.length === 0 ? undefined : { ...shown, passages };
  }
}

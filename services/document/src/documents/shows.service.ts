import { Injectable } from '@nestjs/common';
import { DOCUMENT_LIMITS } from '@tomekeeper/contracts-document';
import { UnitOfWork } from '@tomekeeper/persistence';
import { CampaignMemberships } from '../memberships/campaign-memberships';
import { documentNotFound, showIsOver } from './document.errors';
import { DocumentsService } from './documents.service';
import { hintDocument, hintShow, lockDocument } from './hints';
import { Reveals } from './reveals';
import { insertShow, takeShowBack } from './shows';
import { shownNow, type ShownDocument } from './visible-documents';

/** Puts documents on the screens of the players who are there. */
@Injectable()
export class ShowsService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly documents: DocumentsService,
    private readonly memberships: CampaignMemberships,
    private readonly reveals: Reveals,
  ) {}

  /** Reveals a document, where it is hidden, and shows it now. @returns until when both can be taken back */
  async show(user: string, id: string): Promise<Date> {
    const { document } = await this.documents.seeAsGm(user, id, 'show documents');
    const reveal = await this.reveals.prepare(document);
    const at = await this.uow.run(async (tx) => {
      const before = await lockDocument(tx, id);
      if (!before) throw documentNotFound(); // deleted in this moment
      if (before.is_spoilers) {
        await this.reveals.reveal(tx, before, reveal, { by: user });
        await hintDocument(tx, before, 'party');
      }
      const shown = await insertShow(tx, {
        campaign: document.campaign,
        document: id,
        wasSpoilers: before.is_spoilers,
      });
      await hintShow(tx, before);
      return shown;
    });
    return new Date(at.getTime() + DOCUMENT_LIMITS.undoShowSeconds * 1000);
  }

  /** Takes both back: who may see the document is as it was. @throws {DomainError} 409 when it is too late for that */
  async takeBack(user: string, id: string): Promise<void> {
    await this.documents.seeAsGm(user, id, 'show documents');
    await this.uow.run(async (tx) => {
      const now = await lockDocument(tx, id);
      if (!now) throw documentNotFound(); // deleted in this moment
      const show = await takeShowBack(tx, id);
      if (!show) throw showIsOver();
      if (show.isReveal && !now.is_spoilers) {
        await this.reveals.takeBack(tx, now, { by: user, act: 'hide' });
        await hintDocument(tx, now, 'party');
      }
      // Before this, players saw the document, so they may hear that it is taken from their screens.
      if (!now.is_spoilers) await hintShow(tx, now);
    });
  }

  /** What a player is shown now, in whichever campaign; for GMs there is nothing. */
  async shownTo(user: string): Promise<ShownDocument | undefined> {
    return shownNow(this.uow, await this.memberships.scopeOf(user));
  }
}

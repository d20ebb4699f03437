import { Injectable } from '@nestjs/common';
import {
  PLAYER_NOTE_LIMITS,
  type AuthorAudience,
  type PlayerNotesQuery,
} from '@tomekeeper/contracts-document';
import type { ViewAs } from '@tomekeeper/contracts-values';
import { UnitOfWork } from '@tomekeeper/persistence';
import { DocumentAccess } from '../access/document-access';
import { inCampaign, visiblePlayerNotes, type PlayerNoteRow } from '../access/player-note-scope';
import { visibleDocument, type VisibleDocument } from '../access/visible-documents';
import { CampaignMemberships } from '../memberships/campaign-memberships';
import { openNotebooks } from '../memberships/notebooks';
import { campaignNotFound, documentNotFound } from '../model/document.errors';
import { emitDocumentChanged, lockDocument } from '../passages/invalidation-events';
import { PlayerNoteAudiences } from '../sharing/player-notes/player-note-audiences';
import { Reveals } from '../sharing/reveals/reveals';
import { trashedDocuments, type TrashedDocument } from '../trash/trashed-documents';

/** Audiences from few to many readers. */
const WIDTH: Record<AuthorAudience, number> = { private: 0, gms: 1, party: 2 };

/** Lists the notes of players, and changes who reads them. Notes are created, read and saved like all others. */
@Injectable()
export class PlayerNotesService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly access: DocumentAccess,
    private readonly memberships: CampaignMemberships,
    private readonly audiences: PlayerNoteAudiences,
    private readonly reveals: Reveals,
  ) {}

  /** @throws {DomainError} 404 for people outside of the campaign */
  async list(
    user: string,
    { campaign: asked, before, mine }: PlayerNotesQuery,
    viewAs: ViewAs | undefined,
  ): Promise<{ notes: PlayerNoteRow[]; next: string | undefined }> {
    const campaign = asked.toLowerCase();
    const scope = await this.access.scope(user, campaign, viewAs);
    if (scope.managed.length + scope.played.length === 0) throw campaignNotFound();
    const reader = { scope, campaign, user: viewAs === undefined ? user : undefined };
    const limit = PLAYER_NOTE_LIMITS.page + 1;
    const rows = await visiblePlayerNotes(this.uow, reader, {
      before,
      limit,
      of: mine && (viewAs ?? user),
    });
    const notes = rows.slice(0, PLAYER_NOTE_LIMITS.page);
    return { notes, next: rows.length > notes.length ? notes.at(-1)?.place : undefined };
  }

  /** @throws {DomainError} 404 for documents other than notes of players, and for notes that are not for the caller */
  async one(user: string, id: string, viewAs: ViewAs | undefined): Promise<VisibleDocument> {
    const { document, note } = await this.access.requireVisible(viewAs, user, id);
    if (!note) throw documentNotFound();
    return document;
  }

  /** The caller's own deleted notes. */
  async trash(user: string, campaign: string): Promise<TrashedDocument[]> {
    const id = campaign.toLowerCase();
    await this.memberships.requireMember(id, user);
    const notes = [];
    for (const notebook of await openNotebooks(this.uow, id, user))
      notes.push(...(await trashedDocuments(this.uow, notebook)));
    return notes.map((note) => ({ ...note, campaign: id, author: user }));
  }

  async setAudience(user: string, id: string, audience: AuthorAudience): Promise<VisibleDocument> {
    const what = 'choose who reads it';
    const { document, scope, note } = await this.access.requireWriter(user, id, what);
    if (!note) throw documentNotFound(); // a note of the campaign is revealed instead
    const isRevealing = document.is_spoilers && audience !== 'private';
    const reveal = isRevealing ? await this.reveals.prepare(document) : undefined;
    await this.uow.run(async (tx) => {
      const before = await lockDocument(tx, id);
      if (!before?.author_audience) throw documentNotFound(); // deleted in this moment
      if (before.author_audience === audience) return;
      await this.audiences.changeAudience(tx, before, audience, { by: user, reveal });
      // To all who read it before or read it now.
      const isWider = WIDTH[audience] > WIDTH[before.author_audience];
      const author_audience = isWider ? audience : before.author_audience;
      await emitDocumentChanged(tx, { ...before, author_audience }, 'gm');
    });
    const changed = await visibleDocument(this.uow, scope, id);
    if (!changed) throw documentNotFound(); // deleted in this moment
    return inCampaign(changed, note);
  }
}

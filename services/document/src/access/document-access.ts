import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Passage } from '@tomekeeper/contracts-document';
import type { ViewAs } from '@tomekeeper/contracts-values';
import { UnitOfWork } from '@tomekeeper/persistence';
import { CampaignMemberships, type Scope } from '../memberships/campaign-memberships';
import {
  documentNotFound,
  onlyGms,
  onlyTheAuthor,
  viewAsNeedsCampaign,
} from '../model/document.errors';
import { homeOf, inCampaign, scopeWithNote, type PlayerNoteRef } from './player-note-scope';
import { visibleDocument, type VisibleDocument } from './visible-documents';

/** A passage with the memberships of its chosen players. */
type WithChosen<Item> = Item & { chosen?: readonly string[] | null };

/** A document with the scope in which its viewer sees it. */
export interface AccessedDocument {
  document: VisibleDocument;
  scope: Scope;
  /** For a player's note where it belongs; its rows have this membership in place of a campaign. */
  note?: PlayerNoteRef | undefined;
}

/** Checks the permissions of a caller for a document or a campaign. */
@Injectable()
export class DocumentAccess {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly memberships: CampaignMemberships,
  ) {}

  /** Scope of a query: one campaign, all campaigns of the caller, or one campaign as a player sees it. */
  scope(user: string, campaign: string | undefined, viewAs?: ViewAs): Promise<Scope> {
    if (viewAs !== undefined) {
      if (campaign === undefined) throw viewAsNeedsCampaign();
      return this.memberships.scopeAs(viewAs, campaign, user);
    }
    return campaign === undefined
      ? this.memberships.scopeOf(user)
      : this.memberships.scopeIn(campaign, user);
  }

  /**
   * Asks campaign for the caller's role in the document's own campaign only: the list of all campaigns of a user is bounded, and
   * other people add to it. An unknown id causes the same call, so that its response takes as long as for a hidden document.
   */
  private async findVisible(user: string, id: string): Promise<AccessedDocument> {
    const { campaign, note } = (await homeOf(this.uow, id)) ?? { campaign: randomUUID() };
    const member = await this.memberships.scopeIn(campaign, user);
    const scope = note ? scopeWithNote(member, note, user) : member;
    const document = await visibleDocument(this.uow, scope, id);
    if (!document) throw documentNotFound();
    return { document: inCampaign(document, note), scope, note };
  }

  /**
   * Returns a document as the caller sees it, or as the requested player sees it.
   * @throws {DomainError} 404 if the document is unknown or hidden
   */
  async requireVisible(
    viewAs: ViewAs | undefined,
    user: string,
    id: string,
  ): Promise<AccessedDocument> {
    const own = await this.findVisible(user, id);
    if (viewAs === undefined) return own;
    const { note } = own;
    const player = await this.memberships.scopeAs(viewAs, own.document.campaign, user);
    const scope = note ? scopeWithNote(player, note, undefined) : player;
    const seen = await visibleDocument(this.uow, scope, id);
    if (!seen) throw documentNotFound();
    return { document: inCampaign(seen, note), scope, note };
  }

  /**
   * A document of the campaign, for its GMs; never a player's note.
   * @throws {DomainError} 404 if the document is unknown or hidden, 403 if the caller is a player
   */
  async requireManaged(user: string, id: string, what: string): Promise<AccessedDocument> {
    return ofCampaign(await this.findVisible(user, id), what);
  }

  /**
   * A document that the caller may write in: one of the campaign for its GMs, a player's note for its author.
   * @throws {DomainError} 404 if the document is unknown or hidden, 403 if the caller only reads it
   */
  async requireWriter(user: string, id: string, what: string): Promise<AccessedDocument> {
    const seen = await this.findVisible(user, id);
    if (!seen.note) return ofCampaign(seen, what);
    if (!seen.document.is_managed) throw onlyTheAuthor(what);
    return seen;
  }

  /** A document that the caller may delete: GMs also delete notes that players share. */
  async requireDeletable(user: string, id: string): Promise<AccessedDocument> {
    const seen = await this.findVisible(user, id);
    const { note, document, scope } = seen;
    if (!note) return ofCampaign(seen, 'delete documents');
    if (!document.is_managed && !scope.managed.includes(note.campaign))
      throw onlyTheAuthor('delete it');
    return seen;
  }

  /**
   * Maps memberships to user ids if the response names chosen players; undefined otherwise. For `withPlayers`, so that the call to
   * campaign runs in parallel with the query of passages.
   */
  async playersFor({
    campaign,
    audiences,
  }: Pick<VisibleDocument, 'campaign' | 'audiences'>): Promise<Map<string, string> | undefined> {
    return audiences?.players ? this.memberships.usersOf(campaign) : undefined;
  }

  /** Replaces memberships with the user ids of current players. */
  async withPlayers<Item extends object>(
    campaign: string,
    passages: readonly (WithChosen<Item> & { known?: readonly string[] })[],
    players?: ReadonlyMap<string, string>,
  ): Promise<(Omit<Item, 'chosen' | 'known'> & Pick<Passage, 'players' | 'known_to'>)[]> {
    const users =
      players ??
      (passages.some(({ chosen, known }) => chosen ?? known)
        ? await this.memberships.usersOf(campaign)
        : new Map<string, string>());
    const usersOf = (memberships: readonly string[]) =>
      memberships.flatMap((one) => users.get(one) ?? []);
    return passages.map(({ chosen, known, ...passage }) => ({
      ...passage,
      ...(chosen && { players: usersOf(chosen) }),
      ...(known && { known_to: usersOf(known).sort() }),
    }));
  }
}

function ofCampaign(seen: AccessedDocument, what: string): AccessedDocument {
  if (seen.note || !seen.document.is_managed) throw onlyGms(what);
  // GMs change a handout through its source.
  if (seen.document.source !== null) throw documentNotFound();
  return seen;
}

import { Injectable } from '@nestjs/common';
import type {
  AudienceChoice,
  SetAudienceAnswer,
  SetAudienceRequest,
  TakeBackAnswer,
  TakeBackQuery,
} from '@tomekeeper/contracts-document';
import { UnitOfWork, type Transaction } from '@tomekeeper/persistence';
import { ALL_MEMBERS, eventAudienceOf, GM_CLASS, PARTY_CLASS } from '@tomekeeper/visibility';
import { documentOfEntry, recordedChange } from '../../ledger/ledger';
import { CampaignMemberships } from '../../memberships/campaign-memberships';
import { classOfPlayers, type ChosenPlayers } from '../../passages/audiences/audience-class';
import { countOf, keptBy, type ClassChange } from '../../passages/audiences/change-classes';
import type { DocumentEntity } from '../../model/document.entity';
import {
  changeIsOver,
  changeNotFound,
  documentNotFound,
  passageNotFound,
  publicHasNoHandouts,
  invalidField,
} from '../../model/document.errors';
import { DocumentAccess } from '../../access/document-access';
import { chosenTitle } from '../../model/file-name';
import { emitDocumentChanged, lockDocument } from '../../passages/invalidation-events';
import { HandoutsService } from '../handouts/handouts.service';
import { AudienceChanges } from './audience-changes';
import { Reveals } from '../reveals/reveals';
import { RevealedImages } from '../reveals/revealed-images';

/** Audience that a GM chose. The class of chosen players is created once the document is locked. */
type Chosen = 'gm' | 'party' | ChosenPlayers;

/** Sets and undoes the audiences of passages. */
@Injectable()
export class AudiencesService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly access: DocumentAccess,
    private readonly memberships: CampaignMemberships,
    private readonly audienceChanges: AudienceChanges,
    private readonly images: RevealedImages,
    private readonly reveals: Reveals,
    private readonly handouts: HandoutsService,
  ) {}

  /** Sets the audience of passages. GMs always see every passage. Idempotent. */
  async set(
    user: string,
    id: string,
    { passages, audience, public_title, handout }: SetAudienceRequest,
  ): Promise<SetAudienceAnswer> {
    const { document } = await this.access.requireManaged(user, id, 'say who sees passages');
    const chosen = await this.chosen(document.campaign, audience);
    const title =
      public_title === undefined ? undefined : chosenTitle(public_title, 'public_title');
    const ids = passages === 'all' ? passages : [...new Set(passages)];
    if (handout !== undefined && handout !== id) {
      const place = { campaign: document.campaign, is_spoilers: true };
      return this.handouts.set({
        ...{ source: id, handout, passages: ids, title, by: user },
        classIn: (tx) => classOf(tx, chosen, place),
        isHiding: chosen === 'gm',
      });
    }
    const changeOf = async (
      tx: Transaction,
      { is_spoilers }: Pick<DocumentEntity, 'is_spoilers'>,
    ) =>
      ({
        do: 'set',
        passages: ids,
        to: await classOf(tx, chosen, { campaign: document.campaign, is_spoilers }),
      }) satisfies ClassChange;
    const { is_spoilers } = document;
    const images =
      chosen === 'gm'
        ? []
        : await this.images.prepare({
            document: id,
            wasSpoilers: is_spoilers,
            is_spoilers,
            change: await this.uow.run((tx) => changeOf(tx, document)),
          });
    return this.uow.run(async (tx) => {
      const before = await lockDocument(tx, id);
      if (!before) throw documentNotFound(); // deleted in this moment
      if (ids !== 'all' && (await countOf(tx, id, ids)) < ids.length) throw passageNotFound();
      const change = await changeOf(tx, before);
      if (handout !== undefined && !before.is_spoilers) throw publicHasNoHandouts();
      const done = await this.audienceChanges.act(tx, { before, change, by: user, title, images });
      if (done) await emitDocumentChanged(tx, before, eventAudienceOf(done.seen));
      const hidden =
        chosen !== 'party' && handout === undefined
          ? await this.handouts.hide(tx, id, {
              ...{ passages: ids, by: user, partOf: done?.entry },
              within: chosen === 'gm' ? [] : chosen.memberships,
            })
          : undefined;
      return {
        act: done?.entry ?? hidden?.entry ?? null,
        changed: Math.max(done?.changed ?? 0, hidden?.passages.length ?? 0),
        passages: done?.passages ?? hidden?.passages ?? [],
        ...(handout !== undefined && { handout }),
      };
    });
  }

  /** Undoes a change where no later change applies. @throws {DomainError} 409 if nothing of the change is left */
  async takeBack(
    user: string,
    source: string,
    entry: string,
    { seen_title: expectedTitle }: TakeBackQuery,
  ): Promise<TakeBackAnswer> {
    const asked = await this.access.requireManaged(user, source, 'take back who sees it');
    const { document } = asked;
    const id = await documentOfEntry(this.uow, source, entry);
    const act = id && (await recordedChange(this.uow, id, entry));
    if (!id || !act) throw changeNotFound();
    if (!act.can_take_back) throw changeIsOver();
    const change = { do: 'take back', entry } as const;
    const isReveal = act.is_of_document && act.act === 'hide';
    const reveal = isReveal ? await this.reveals.prepare(document, change) : undefined;
    const is_spoilers = id !== source || document.is_spoilers;
    const images = act.is_of_document
      ? []
      : await this.images.prepare({ document: id, wasSpoilers: is_spoilers, is_spoilers, change });
    const parts = await this.handouts.prepareUndo(entry);
    return this.uow.run(async (tx) => {
      if (id !== source) await lockDocument(tx, source);
      const before = await lockDocument(tx, id);
      if (!before) throw documentNotFound(); // deleted in this moment
      if (!(await recordedChange(tx, id, entry))?.can_take_back) throw changeIsOver();
      const by = user;
      const answer = { kept: act.is_of_document && !reveal ? 0 : await keptBy(tx, id, change) };
      if (!act.is_of_document) {
        const done = await this.audienceChanges.act(tx, {
          before,
          change,
          by,
          images,
          act: 'take_back',
        });
        if (!done) throw changeIsOver();
        await emitDocumentChanged(tx, before, eventAudienceOf(done.seen));
        await this.handouts.undo(tx, parts, by);
        return answer;
      }
      const doing = { by, act: 'take_back', change, expectedTitle } as const;
      if (reveal) await this.reveals.reveal(tx, before, reveal, doing);
      else await this.reveals.undo(tx, before, { by });
      await this.handouts.undo(tx, parts, by);
      await emitDocumentChanged(tx, before, eventAudienceOf(ALL_MEMBERS));
      return answer;
    });
  }

  /** @throws {DomainError} 400 if a named user is not a player of the campaign */
  private async chosen(campaign: string, audience: AudienceChoice): Promise<Chosen> {
    if (typeof audience === 'string') return audience;
    const players = new Map(
      (await this.memberships.playersOf(campaign)).map((one) => [one.user, one.membership]),
    );
    const memberships = audience.players.map((user) => {
      const membership = players.get(user);
      if (membership === undefined)
        throw invalidField(
          'audience',
          'Choose players of this campaign. One of them is no longer a member.',
        );
      return membership;
    });
    return { memberships, tellsReaders: audience.tell_readers === true };
  }
}

/** Passages of a Public document are visible to all players by default and need no class. */
async function classOf(
  tx: Transaction,
  chosen: Chosen,
  { campaign, is_spoilers }: { campaign: string; is_spoilers: boolean },
): Promise<string | null> {
  if (chosen === 'gm') return GM_CLASS;
  if (chosen === 'party') return is_spoilers ? PARTY_CLASS : null;
  return classOfPlayers(tx, campaign, chosen);
}

import { Injectable } from '@nestjs/common';
import type { DocumentPart, PartsAnswer, UpdatePartRequest } from '@tomekeeper/contracts-document';
import type { ViewAs } from '@tomekeeper/contracts-values';
import { UnitOfWork } from '@tomekeeper/persistence';
import { DomainError } from '@tomekeeper/service-kit';
import { lockExistingCampaign } from '../memberships/campaign-lock';
import { documentNotFound, passageNotFound } from '../model/document.errors';
import { DocumentAccess } from '../access/document-access';
import { emitDocumentChanged, lockDocument } from '../passages/invalidation-events';
import { MAX_PARTS, partsOf, putOnPart } from '../passages/sections';
import { visibleHeading, visibleParts } from '../passages/visible/visible-outline';

/** Properties that GMs set on sections. A section starts with a heading and has its id. */
@Injectable()
export class PartsService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly access: DocumentAccess,
  ) {}

  async list(user: string, campaign: string, viewAs: ViewAs | undefined): Promise<PartsAnswer> {
    const scope = await this.access.scope(user, campaign.toLowerCase(), viewAs);
    const parts = await visibleParts(this.uow, scope);
    return {
      parts: parts.map(({ page, ...part }) => ({ ...part, ...(page !== null && { page }) })),
    };
  }

  async update(
    user: string,
    { document, passage }: { document: string; passage: string },
    change: UpdatePartRequest,
  ): Promise<DocumentPart> {
    const seen = await this.access.requireManaged(user, document, 'tag and pin parts');
    const { campaign } = seen.document;
    return this.uow.run(async (tx) => {
      await lockExistingCampaign(tx, campaign);
      // Waits for a concurrent extraction of the text.
      const locked = await lockDocument(tx, document);
      if (!locked) throw documentNotFound(); // deleted in this moment
      const heading = await visibleHeading(tx, seen.scope, document, passage);
      if (!heading) throw passageNotFound();
      const part = await putOnPart(tx, { campaign, document, passage }, change);
      if ((await partsOf(tx, campaign)) > MAX_PARTS) throw tooManyParts();
      await emitDocumentChanged(tx, locked, 'gm');
      const { text: title, page } = heading;
      return { id: passage, document, title, ...(page !== null && { page }), ...part };
    });
  }
}

const tooManyParts = () =>
  new DomainError(
    'conflict',
    'document.too_many_parts',
    `A campaign can have at most ${MAX_PARTS} parts with tags or a pin. Take them off another one first.`,
  );

import { Injectable } from '@nestjs/common';
import {
  DOCUMENT_LIMITS,
  type OverviewAnswer,
  type OverviewDocument,
} from '@tomekeeper/contracts-document';
import type { ViewAs } from '@tomekeeper/contracts-values';
import { UnitOfWork } from '@tomekeeper/persistence';
import { DocumentAccess } from '../access/document-access';
import { toCampaignDocument } from '../access/document-response';
import { lastVisibleRecap } from '../access/visible-recaps';
import { newestVisible, pinnedAndChanged, visibleOnOverview } from '../access/visible-documents';
import type { Scope } from '../memberships/campaign-memberships';

/** The documents on the overview of a campaign. */
@Injectable()
export class OverviewService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly access: DocumentAccess,
  ) {}

  async read(user: string, campaign: string, viewAs: ViewAs | undefined): Promise<OverviewAnswer> {
    const scope = await this.access.scope(user, campaign.toLowerCase(), viewAs);
    const { pinned, newest } = await this.listed(scope);
    const documents = await this.documents(scope, [...new Set([...pinned, ...newest])]);
    const inOrder = (ids: readonly string[]) => ids.flatMap((id) => documents.get(id) ?? []);
    const isPlayer = scope.managed.length === 0;
    const last_recap = isPlayer ? await lastVisibleRecap(this.uow, scope) : undefined;
    return { pinned: inOrder(pinned), newest: inOrder(newest), ...(last_recap && { last_recap }) };
  }

  private async listed(scope: Scope): Promise<{ pinned: string[]; newest: string[] }> {
    const [managed] = scope.managed;
    if (managed !== undefined) {
      const found = await pinnedAndChanged(this.uow, managed, DOCUMENT_LIMITS.overview);
      return { pinned: found.pinned, newest: found.changed };
    }
    const shown = await newestVisible(this.uow, scope);
    return { pinned: [], newest: shown.slice(0, DOCUMENT_LIMITS.overview).map(({ id }) => id) };
  }

  private async documents(
    scope: Scope,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, OverviewDocument>> {
    const found = await visibleOnOverview(this.uow, scope, ids);
    return new Map(
      found.map(({ not_for_whole_party, ...document }) => [
        document.id,
        { ...toCampaignDocument(document), ...(not_for_whole_party && { not_for_whole_party }) },
      ]),
    );
  }
}

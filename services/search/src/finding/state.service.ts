import { Injectable } from '@nestjs/common';
import {
  EXTRACT,
  SEARCH_CODES,
  type SearchState,
  type SearchStateQuery,
} from '@tomekeeper/contracts-search';
import type { ViewAs } from '@tomekeeper/contracts-values';
import { UnitOfWork } from '@tomekeeper/persistence';
import { DomainError } from '@tomekeeper/service-kit';
import { Viewers } from '../viewers/viewers';
import { countSeen } from './seen';

/** Says what somebody can find in a campaign, and how, so that a page can say so before anything is asked. */
@Injectable()
export class StateService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly viewers: Viewers,
  ) {}

  async state(
    user: string,
    { campaign }: SearchStateQuery,
    viewAs: ViewAs | undefined,
  ): Promise<SearchState> {
    const how = {
      mode: 'lexical',
      lexical_because: 'no_model',
      answers: { written_by: EXTRACT },
    } as const;
    try {
      const viewer = await this.viewers.in(campaign, user, viewAs);
      const seen = viewer ? await countSeen(this.uow, viewer) : { documents: 0, passages: 0 };
      return { is_ready: true, ...seen, ...how };
    } catch (error) {
      if (error instanceof DomainError && error.code === SEARCH_CODES.notReady)
        return { is_ready: false, ...how };
      throw error;
    }
  }
}

import { Injectable } from '@nestjs/common';
import { isGm } from '@tomekeeper/contracts-campaign';
import {
  EXTRACT,
  SEARCH_CODES,
  type SearchState,
  type SearchStateQuery,
} from '@tomekeeper/contracts-search';
import type { ViewAs } from '@tomekeeper/contracts-values';
import { UnitOfWork } from '@tomekeeper/persistence';
import { DomainError } from '@tomekeeper/service-kit';
import { LanguageModel } from '../model/language-model';
import type { Membership } from '../viewers/campaign-roles';
import { Viewers } from '../viewers/viewers';
import { countSeen } from './seen';

/** Says what somebody can find in a campaign, and how, so that a page can say so before anything is asked. */
@Injectable()
export class StateService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly viewers: Viewers,
    private readonly model: LanguageModel,
  ) {}

  async state(
    user: string,
    { campaign }: SearchStateQuery,
    viewAs: ViewAs | undefined,
  ): Promise<SearchState> {
    const membership = await this.viewers.membershipOf(campaign, user, viewAs);
    const how = {
      mode: 'lexical',
      lexical_because: 'no_model',
      answers: this.answers(membership),
    } as const;
    try {
      const viewer = await this.viewers.ready(membership);
      const seen = viewer ? await countSeen(this.uow, viewer) : { documents: 0, passages: 0 };
      return { is_ready: true, ...seen, ...how };
    } catch (error) {
      if (error instanceof DomainError && error.code === SEARCH_CODES.notReady)
        return { is_ready: false, ...how };
      throw error;
    }
  }

  /** Who writes answers; where that is a model, GMs are told which service gets questions and passages, before they ask. */
  private answers({ role, answersByModel = false }: Membership): SearchState['answers'] {
    const { about } = this.model;
    const forGms = about && isGm(role) && { model: { ...about, is_on: answersByModel } };
    if (!about || !answersByModel) return { written_by: EXTRACT, ...forGms };
    return {
      written_by: about.model,
      ...(isGm(role) && { sent_to: about.host }),
      ...forGms,
      drafts: isGm(role) ? ['summary', 'hooks'] : ['summary'],
    };
  }
}

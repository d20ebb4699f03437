import { Controller, Get, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import { isGm } from '@tomekeeper/contracts-campaign';
import {
  EXTRACT,
  searchState,
  searchStateQuery,
  type SearchState,
  type SearchStateQuery,
} from '@tomekeeper/contracts-search';
import type { ViewAs } from '@tomekeeper/contracts-values';
import { UnitOfWork } from '@tomekeeper/persistence';
import {
  Answers,
  CurrentUser,
  RequestedViewAs,
  TakesViewAs,
  type User,
} from '@tomekeeper/service-kit';
import { AccessService, isIndexLagging } from '../access/access.service';
import type { Membership } from '../access/campaign-client';
import { countVisible } from '../access/viewer-scoped-rows';
import { EmbeddingsClient } from '../embeddings/embeddings-client';
import { EmbeddingSearch } from '../embeddings/embedding-search';
import { LanguageModel } from '../llm/language-model';

interface EmbeddingProgress {
  read: number;
  passages: number;
}

/** Describes corpus size, search mode and answer writer before a user searches. */
@ApiTags('search')
@ApiBearerAuth()
@Controller('api/search/state')
export class SearchStateController {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly access: AccessService,
    private readonly model: LanguageModel,
    private readonly embeddings: EmbeddingsClient,
    private readonly embeddingSearch: EmbeddingSearch,
  ) {}

  @Get()
  @Answers(searchState)
  @TakesViewAs()
  async state(
    @CurrentUser() user: User,
    @Query({ schema: searchStateQuery }) { campaign }: SearchStateQuery,
    @RequestedViewAs() viewAs: ViewAs | undefined,
  ): Promise<SearchState> {
    const access = await this.access.check(campaign, user.id, viewAs);
    const { membership } = access;
    const answers = this.answers(membership);
    try {
      const viewer = await this.access.awaitIndex(access);
      const [visible, progress] = viewer
        ? await Promise.all([countVisible(this.uow, viewer), this.embeddingSearch.progress(viewer)])
        : [
            { documents: 0, passages: 0 },
            { read: 0, passages: 0 },
          ];
      return { is_ready: true, ...visible, ...this.mode(membership, progress), answers };
    } catch (error) {
      if (!isIndexLagging(error)) throw error;
      return { is_ready: false, ...this.mode(membership), answers };
    }
  }

  /** @param progress embedded passages of the viewer; undefined while the index is not ready */
  private mode(
    membership: Membership,
    progress?: EmbeddingProgress,
  ): Pick<SearchState, 'mode' | 'lexical_because' | 'meaning'> {
    const { model, sentTo, isDown } = this.embeddings;
    if (model === undefined) return { mode: 'lexical', lexical_because: 'no_model' };
    const isOn = this.embeddings.mayProcess(membership);
    const forGms = sentTo !== undefined &&
      isGm(membership.role) && { sent_to: sentTo, is_on: isOn };
    const meaning = { model, ...progress, ...forGms };
    if (!isOn) return { mode: 'lexical', lexical_because: 'kept_back', ...(forGms && { meaning }) };
    this.embeddings.probe();
    const known = progress || forGms ? meaning : undefined;
    if (isDown) return { mode: 'lexical', lexical_because: 'model_down', meaning: known };
    return progress && progress.read < progress.passages
      ? { mode: 'lexical', lexical_because: 'model_behind', meaning }
      : { mode: 'full', meaning: known };
  }

  /** The writer of answers. GMs also see which service receives questions and passages. */
  private answers({ role, allowsExternalModels }: Membership): SearchState['answers'] {
    const { about } = this.model;
    const forGms = about && isGm(role) && { model: { ...about, is_on: allowsExternalModels } };
    if (!about || !allowsExternalModels) return { written_by: EXTRACT, ...forGms };
    return {
      written_by: about.model,
      ...(isGm(role) && { sent_to: about.host }),
      ...forGms,
      drafts: isGm(role) ? ['summary', 'hooks'] : ['summary'],
    };
  }
}

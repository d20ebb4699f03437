import { Injectable } from '@nestjs/common';
import { isGm } from '@tomekeeper/contracts-campaign';
import { EXTRACT, type SearchState, type SearchStateQuery } from '@tomekeeper/contracts-search';
import type { ViewAs } from '@tomekeeper/contracts-values';
import { UnitOfWork } from '@tomekeeper/persistence';
import { Embeddings } from '../meaning/embeddings';
import { Meaning } from '../meaning/meaning.service';
import { LanguageModel } from '../model/language-model';
import type { Membership } from '../viewers/campaign-roles';
import { isNotReady, Viewers } from '../viewers/viewers';
import { countSeen } from './seen';

/** Says what somebody can find in a campaign, and how, so that a page can say so before anything is asked. */
@Injectable()
export class StateService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly viewers: Viewers,
    private readonly model: LanguageModel,
    private readonly embeddings: Embeddings,
    private readonly meaning: Meaning,
  ) {}

  async state(
    user: string,
    { campaign }: SearchStateQuery,
    viewAs: ViewAs | undefined,
  ): Promise<SearchState> {
    const membership = await this.viewers.membershipOf(campaign, user, viewAs);
    const answers = this.answers(membership);
    try {
      const viewer = await this.viewers.ready(membership);
      const [seen, read] = viewer
        ? await Promise.all([countSeen(this.uow, viewer), this.meaning.read(viewer)])
        : [
            { documents: 0, passages: 0 },
            { read: 0, passages: 0 },
          ];
      return { is_ready: true, ...seen, ...this.how(membership, read), answers };
    } catch (error) {
      if (!isNotReady(error)) throw error;
      return { is_ready: false, ...this.how(membership), answers };
    }
  }

  /** @param read of what the asker sees; undefined while that is not known */
  private how(
    membership: Membership,
    read?: Readonly<{ read: number; passages: number }>,
  ): Pick<SearchState, 'mode' | 'lexical_because' | 'meaning'> {
    const { model, sentTo, isDown } = this.embeddings;
    if (model === undefined) return { mode: 'lexical', lexical_because: 'no_model' };
    const isOn = this.embeddings.mayRead(membership);
    const forGms = sentTo !== undefined &&
      isGm(membership.role) && { sent_to: sentTo, is_on: isOn };
    if (!isOn)
      return {
        mode: 'lexical',
        lexical_because: 'kept_back',
        ...(forGms && { meaning: { model, ...read, ...forGms } }),
      };
    this.embeddings.look();
    const meaning = read || forGms ? { model, ...read, ...forGms } : undefined;
    if (isDown) return { mode: 'lexical', lexical_because: 'model_down', meaning };
    // Where much is read and a little is not yet, most is found by what it means.
    return read && read.read < read.passages
      ? { mode: read.read > 0 ? 'full' : 'lexical', lexical_because: 'model_behind', meaning }
      : { mode: 'full', meaning };
  }

  /** Who writes answers; where that is a model, GMs are told which service gets questions and passages, before they ask. */
  private answers({ role, allowsOutsideModels: isOn }: Membership): SearchState['answers'] {
    const { about } = this.model;
    const forGms = about && isGm(role) && { model: { ...about, is_on: isOn } };
    if (!about || !isOn) return { written_by: EXTRACT, ...forGms };
    return {
      written_by: about.model,
      ...(isGm(role) && { sent_to: about.host }),
      ...forGms,
      drafts: isGm(role) ? ['summary', 'hooks'] : ['summary'],
    };
  }
}

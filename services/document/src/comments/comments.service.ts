import { Injectable } from '@nestjs/common';
import {
  COMMENT_LIMITS,
  type CommentsQuery,
  type CommentsState,
  type CreateCommentRequest,
} from '@tomekeeper/contracts-document';
import type { ViewAs } from '@tomekeeper/contracts-values';
import { UnitOfWork, type Transaction } from '@tomekeeper/persistence';
import { DocumentAccess } from '../access/document-access';
import { lockExistingCampaign } from '../memberships/campaign-lock';
import { CampaignMemberships } from '../memberships/campaign-memberships';
import { documentNotFound, passageNotFound } from '../model/document.errors';
import {
  emitCommentsChanged,
  emitCommentsSet,
  lockDocumentAlone,
} from '../passages/invalidation-events';
import {
  audienceOfComment,
  classForComment,
  countOwnComments,
  visibleComment,
  visibleComments,
  type CommentViewer,
  type VisibleComment,
} from '../passages/visible/visible-comments';
import {
  commentNotFound,
  commentsAreOff,
  onlyTheCommentAuthor,
  tooManyComments,
} from './comment.errors';
import {
  commentsStateOf,
  deleteComment,
  findCreatedComment,
  insertComment,
  setCommentsState,
  updateComment,
} from './comment-rows';

/** Comments of a document, as a viewer sees them. */
export interface CommentList {
  state: CommentsState;
  comments: VisibleComment[];
  next: string | undefined;
}

interface CommentRef {
  document: string;
  comment: string;
}

/** A document that a write has locked, with its viewer. */
interface LockedDocument {
  tx: Transaction;
  campaign: string;
  viewer: CommentViewer;
}

/** Comments on passages. Notes of players have none. */
@Injectable()
export class CommentsService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly access: DocumentAccess,
    private readonly memberships: CampaignMemberships,
  ) {}

  /** @throws {DomainError} 404 if the document or the comment `after` is unknown or hidden */
  async list(
    user: string,
    id: string,
    { after }: CommentsQuery,
    viewAs: ViewAs | undefined,
  ): Promise<CommentList> {
    const { document, scope, note } = await this.access.requireVisible(viewAs, user, id);
    const state = note ? 'off' : await commentsStateOf(this.uow, document.campaign);
    if (state === 'off') return { state, comments: [], next: undefined };
    const viewer = { scope, person: viewAs === 'party' ? null : (viewAs ?? user) };
    if (after !== undefined && !(await visibleComment(this.uow, viewer, id, after)))
      throw commentNotFound();
    const limit = COMMENT_LIMITS.page;
    const found = await visibleComments(this.uow, viewer, id, { after, limit: limit + 1 });
    const comments = found.slice(0, limit);
    return { state, comments, next: found.length > limit ? comments.at(-1)?.id : undefined };
  }

  /**
   * Idempotent by the key of the request.
   * @throws {DomainError} 404 if the document or the passage is unknown or hidden, 409 if comments are off or the author has too many
   */
  create(
    user: string,
    id: string,
    { passage, text, idempotency_key: key }: CreateCommentRequest,
  ): Promise<VisibleComment> {
    return this.write(user, id, async ({ tx, campaign, viewer }, membership) => {
      await requireCommentsOn(tx, campaign);
      const audienceClass = await classForComment(tx, viewer.scope, id, passage);
      if (audienceClass === undefined) throw passageNotFound();
      const known = await findCreatedComment(tx, { person: user, passage, key });
      if (known !== undefined) return requireComment(tx, viewer, { document: id, comment: known });
      if ((await countOwnComments(tx, viewer, campaign)) >= COMMENT_LIMITS.perMember)
        throw tooManyComments();
      const place = { campaign, document: id, passage };
      const isByGm = viewer.scope.managed.includes(campaign);
      const author = { membership, person: user, isByGm };
      const comment = await insertComment(tx, { ...place, ...author, audienceClass, text, key });
      await emitCommentsChanged(tx, campaign, await audienceOfComment(tx, comment));
      return requireComment(tx, viewer, { document: id, comment });
    });
  }

  /** @throws {DomainError} 404 if the comment is unknown or hidden, 403 for others than its author, 409 if comments are off */
  edit(user: string, { document, comment }: CommentRef, text: string): Promise<VisibleComment> {
    return this.write(user, document, async ({ tx, campaign, viewer }) => {
      const { is_own } = await requireComment(tx, viewer, { document, comment });
      if (!is_own) throw onlyTheCommentAuthor();
      await requireCommentsOn(tx, campaign);
      await updateComment(tx, comment, text);
      await emitCommentsChanged(tx, campaign, await audienceOfComment(tx, comment));
      return requireComment(tx, viewer, { document, comment });
    });
  }

  /**
   * Also while comments are off.
   * @throws {DomainError} 404 if the comment is unknown or hidden, 403 for others than its author and GMs
   */
  delete(user: string, { document, comment }: CommentRef): Promise<void> {
    return this.write(user, document, async ({ tx, campaign, viewer }) => {
      const { is_own, is_managed } = await requireComment(tx, viewer, { document, comment });
      if (!is_own && !is_managed) throw onlyTheCommentAuthor();
      const audience = await audienceOfComment(tx, comment);
      await deleteComment(tx, comment);
      await emitCommentsChanged(tx, campaign, audience);
    });
  }

  async state(user: string, campaign: string): Promise<CommentsState> {
    const id = campaign.toLowerCase();
    await this.memberships.requireGm(id, user, 'see this setting');
    return commentsStateOf(this.uow, id);
  }

  async setState(user: string, campaign: string, state: CommentsState): Promise<void> {
    const id = campaign.toLowerCase();
    await this.memberships.requireGm(id, user, 'turn comments on or off');
    await this.uow.run(async (tx) => {
      await lockExistingCampaign(tx, id);
      if (await setCommentsState(tx, id, state)) await emitCommentsSet(tx, id);
    });
  }

  /**
   * Runs a write on a locked document, whose audiences it depends on.
   * @param work gets the membership of the caller, undefined for the owner
   */
  private async write<Result>(
    user: string,
    id: string,
    work: (locked: LockedDocument, membership: string | undefined) => Promise<Result>,
  ): Promise<Result> {
    const { document, scope, note } = await this.access.requireVisible(undefined, user, id);
    if (note) throw commentsAreOff();
    const { campaign } = document;
    const { membership } = await this.memberships.requireMember(campaign, user);
    return this.uow.run(async (tx) => {
      await lockExistingCampaign(tx, campaign);
      if (!(await lockDocumentAlone(tx, id))) throw documentNotFound(); // deleted in this moment
      return work({ tx, campaign, viewer: { scope, person: user } }, membership);
    });
  }
}

async function requireCommentsOn(tx: Transaction, campaign: string): Promise<void> {
  if ((await commentsStateOf(tx, campaign)) === 'off') throw commentsAreOff();
}

async function requireComment(
  tx: Transaction,
  viewer: CommentViewer,
  { document, comment }: CommentRef,
): Promise<VisibleComment> {
  const found = await visibleComment(tx, viewer, document, comment);
  if (!found) throw commentNotFound();
  return found;
}

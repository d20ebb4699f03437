import { Injectable } from '@nestjs/common';
import {
  MAX_SHARED_TAGS,
  type SharedTagsAnswer,
  type ShareTagRequest,
} from '@tomekeeper/contracts-document';
import { UnitOfWork, type Transaction } from '@tomekeeper/persistence';
import { ALL_MEMBERS } from '@tomekeeper/visibility';
import { hasTagIn, sharedPaths, sharedTags } from '../../access/shared-tags';
import { lockExistingCampaign } from '../../memberships/campaign-lock';
import { CampaignMemberships } from '../../memberships/campaign-memberships';
import type { DocumentEntity } from '../../model/document.entity';
import { tooManySharedTags } from '../../model/document.errors';
import { documentChanged } from '../../passages/changes';
import { emitDocumentChanged } from '../../passages/invalidation-events';

/** Lists and changes the tags that players see as folders. */
@Injectable()
export class SharedTagsService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly memberships: CampaignMemberships,
  ) {}

  async list(user: string, campaign: string): Promise<SharedTagsAnswer> {
    const id = campaign.toLowerCase();
    await this.memberships.requireGm(id, user, 'see shared tags');
    return { tags: await sharedTags(this.uow, id) };
  }

  /** Idempotent. @throws {DomainError} 409 if the campaign has its maximum */
  async share(user: string, request: ShareTagRequest): Promise<SharedTagsAnswer> {
    const { tag, is_shared } = request;
    const campaign = request.campaign.toLowerCase();
    await this.memberships.requireGm(campaign, user, 'share tags');
    return this.uow.run(async (tx) => {
      await lockExistingCampaign(tx, campaign);
      const changed = is_shared
        ? await tx.query(
            'INSERT INTO shared_tag (campaign_id, tag) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING tag',
            [campaign, tag],
          )
        : await tx.query(
            `WITH ended AS (DELETE FROM shared_tag WHERE campaign_id = $1 AND lower(tag) = lower($2) RETURNING tag)
             SELECT tag FROM ended`,
            [campaign, tag],
          );
      const tags = await sharedTags(tx, campaign);
      if (is_shared && tags.length > MAX_SHARED_TAGS) throw tooManySharedTags();
      const others = tags.filter((one) => one.toLowerCase() !== tag.toLowerCase());
      if (changed.length > 0) await emitTagShared(tx, { campaign, tag, is_shared, others });
      return { tags };
    });
  }
}

/**
 * Emits an event to players only if a document changes its folders for them, and to GMs if a document has the tag.
 * @param others the other shared tags
 */
async function emitTagShared(
  tx: Transaction,
  {
    campaign,
    tag,
    is_shared,
    others,
  }: { campaign: string; tag: string; is_shared: boolean; others: readonly string[] },
): Promise<void> {
  const tagged = await tx.query<Pick<DocumentEntity, 'id' | 'is_spoilers' | 'tags'>>(
    `SELECT id, is_spoilers, tags FROM document
      WHERE campaign_id = $1 AND source_id IS NULL AND ${hasTagIn('tags', '$2')}`,
    [campaign, tag],
  );
  const moved = tagged.find(
    ({ is_spoilers, tags }) =>
      !is_spoilers &&
      sharedPaths(tags, others).join() !== sharedPaths(tags, [...others, tag]).join(),
  );
  const document = moved ?? tagged[0];
  if (!document) return;
  if (moved && !is_shared)
    await documentChanged(tx, { campaign, document: moved.id }, { players: ALL_MEMBERS });
  const about = { id: document.id, campaign_id: campaign };
  await emitDocumentChanged(tx, about, moved ? 'party' : 'gm');
}

/** Whether other tags put a document into other folders for players. */
export async function changesFolders(
  tx: Transaction,
  { campaign_id, tags }: Pick<DocumentEntity, 'campaign_id' | 'tags'>,
  after: readonly string[],
): Promise<boolean> {
  const shared = await sharedTags(tx, campaign_id);
  return sharedPaths(tags, shared).join() !== sharedPaths(after, shared).join();
}

export async function deleteSharedTags(tx: Transaction, campaign: string): Promise<void> {
  await tx.query('DELETE FROM shared_tag WHERE campaign_id = $1', [campaign]);
}

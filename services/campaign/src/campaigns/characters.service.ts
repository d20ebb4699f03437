import { Injectable } from '@nestjs/common';
import type { CharacterRequest } from '@tomekeeper/contracts-campaign';
import { UnitOfWork } from '@tomekeeper/persistence';
import { campaignNotFound, ownerHasNoCharacter } from './campaign.errors';
import { visibleCampaign } from './campaign.queries';
import { hintMembersChanged } from './hints';

/** Characters of players and co-GMs: all members see them, each member writes their own. */
@Injectable()
export class CharactersService {
  constructor(private readonly uow: UnitOfWork) {}

  /**
   * Replaces the user's character; null deletes it.
   * @throws {DomainError} 403 for the owner, 404 for non-members
   */
  async write(campaign: string, user: string, character: CharacterRequest | null): Promise<void> {
    const visible = await visibleCampaign(this.uow, campaign, user);
    if (!visible) throw campaignNotFound();
    if (visible.role === 'owner') throw ownerHasNoCharacter();
    const { name = null, line = null } = character ?? {};
    await this.uow.run(async (tx) => {
      // By membership, because the user may leave and return concurrently.
      const [member] = await tx.query<{ changed: boolean }>(
        `WITH old AS (SELECT * FROM campaign_player
                       WHERE campaign_id = $1 AND membership_id = $2 FOR UPDATE)
         UPDATE campaign_player p SET character_name = $3, character_line = nullif($4, '')
           FROM old WHERE p.campaign_id = $1 AND p.membership_id = old.membership_id
         RETURNING (old.character_name, old.character_line)
                   IS DISTINCT FROM (p.character_name, p.character_line) AS changed`,
        [campaign, visible.membership_id, name, line],
      );
      if (!member) throw campaignNotFound();
      if (member.changed) await hintMembersChanged(tx, campaign);
    });
  }
}

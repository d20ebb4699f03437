import type { CampaignDetail } from '../campaigns-api/campaigns-api';
import { nameIn } from '../players/use-players';

/** Below a campaign's title, for its players: the game system, and whose campaign it is. */
export function AboutCampaign({ campaign }: { campaign: CampaignDetail }) {
  return (
    <>
      <p>{campaign.game_system}</p>
      <p>{nameIn(campaign)(campaign.owner)} runs this campaign.</p>
    </>
  );
}

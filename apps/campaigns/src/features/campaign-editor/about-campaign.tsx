import type { CampaignDetail } from '../campaigns-api/campaigns-api';
import { nameIn } from '../players/use-players';

/** Game system and owner below a campaign's title, for players. */
export function AboutCampaign({ campaign }: { campaign: CampaignDetail }) {
  return (
    <>
      <p>{campaign.game_system}</p>
      <p>{nameIn(campaign)(campaign.owner)} runs this campaign.</p>
    </>
  );
}

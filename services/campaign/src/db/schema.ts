import { CampaignEntity } from '../campaigns/campaign.entity';
import { CreateCampaigns1732000000000 } from './migrations/1732000000000-create-campaigns';

export const entities = [CampaignEntity];
export const migrations = [CreateCampaigns1732000000000];

import { CampaignEntity } from '../campaigns/campaign.entity';
import { CreateCampaigns1732000000000 } from './migrations/1732000000000-create-campaigns';
import { CountEmailLookups1732200000000 } from './migrations/1732200000000-count-email-lookups';

export const entities = [CampaignEntity];
export const migrations = [CreateCampaigns1732000000000, CountEmailLookups1732200000000];

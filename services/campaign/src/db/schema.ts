import { CampaignEntity } from '../campaigns/campaign.entity';
import { CreateTables1735000000000 } from './migrations/1735000000000-create-tables';

export const entities = [CampaignEntity];
export const migrations = [CreateTables1735000000000];

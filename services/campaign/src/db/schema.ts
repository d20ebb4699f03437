import { CampaignEntity } from '../campaigns/campaign.entity';
import { AnswersByModel1732340000000 } from './migrations/1732340000000-answers-by-model';
import { CreateCampaigns1732000000000 } from './migrations/1732000000000-create-campaigns';
import { CountEmailLookups1732200000000 } from './migrations/1732200000000-count-email-lookups';
import { CreateHandOverOffers1732320000000 } from './migrations/1732320000000-create-hand-over-offers';
import { CreateInvites1732310000000 } from './migrations/1732310000000-create-invites';
import { PlayersWhoLeft1732330000000 } from './migrations/1732330000000-players-who-left';
import { RolesOfPlayers1732300000000 } from './migrations/1732300000000-roles-of-players';

export const entities = [CampaignEntity];
export const migrations = [
  CreateCampaigns1732000000000,
  CountEmailLookups1732200000000,
  RolesOfPlayers1732300000000,
  CreateInvites1732310000000,
  CreateHandOverOffers1732320000000,
  PlayersWhoLeft1732330000000,
  AnswersByModel1732340000000,
];

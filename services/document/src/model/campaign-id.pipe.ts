import { idPipe } from '@tomekeeper/service-kit';
import { campaignNotFound } from './document.errors';

export const CampaignIdPipe = idPipe(campaignNotFound);

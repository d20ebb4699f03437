import { Module } from '@nestjs/common';
import { SharingModule } from '../sharing/sharing.module';
import { SampleCampaign } from './sample-campaign';

/** Fills sample campaigns. */
@Module({ imports: [SharingModule], providers: [SampleCampaign] })
export class SampleCampaignModule {}

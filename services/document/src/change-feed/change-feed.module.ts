import { Module } from '@nestjs/common';
import { ChangeFeedController } from './change-feed.controller';

/** The numbered changes of campaigns, for other services. */
@Module({ controllers: [ChangeFeedController] })
export class ChangeFeedModule {}

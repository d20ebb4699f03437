import { Module } from '@nestjs/common';
import { DocumentFeed } from './document-feed';
import { FollowCampaign } from './follow-campaign';
import { Follower } from './follower';

/** The copy of documents' text, and how it follows what changes there. */
@Module({
  providers: [DocumentFeed, Follower, FollowCampaign],
  exports: [DocumentFeed, Follower],
})
export class FollowingModule {}

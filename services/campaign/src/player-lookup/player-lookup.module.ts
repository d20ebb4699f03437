import { Module } from '@nestjs/common';
import { EmailLookups } from './email-lookups';
import { PeopleDirectory } from './people-directory';
import { PlayerResolver } from './player-resolver';

/** Who people are, by the identity service: names, user ids, e-mail addresses. */
@Module({
  providers: [PeopleDirectory, EmailLookups, PlayerResolver],
  exports: [PeopleDirectory, PlayerResolver],
})
export class PlayerLookupModule {}

import { Module } from '@nestjs/common';
import { EmailLookups } from './email-lookups';
import { PeopleDirectory } from './people-directory';
import { PlayerResolver } from './player-resolver';

/** User lookup in the identity service by id or e-mail address. */
@Module({
  providers: [PeopleDirectory, EmailLookups, PlayerResolver],
  exports: [PeopleDirectory, PlayerResolver],
})
export class PlayerLookupModule {}

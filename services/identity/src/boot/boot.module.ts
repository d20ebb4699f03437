import { Module } from '@nestjs/common';
import { ClientsModule } from '../clients/clients.module';
import { SigningKeysModule } from '../signing-keys/signing-keys.module';
import { UsersModule } from '../users/users.module';
import { PoolBoot } from './pool-boot';

/** Creates the required rows in an empty database. */
@Module({
  imports: [ClientsModule, SigningKeysModule, UsersModule],
  providers: [PoolBoot],
})
export class BootModule {}

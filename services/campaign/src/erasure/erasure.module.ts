import { Module } from '@nestjs/common';
import { InvitesModule } from '../invites/invites.module';
import { Erasure } from './erasure';

/** Erasure of a deleted account's data. */
@Module({ imports: [InvitesModule], providers: [Erasure] })
export class ErasureModule {}

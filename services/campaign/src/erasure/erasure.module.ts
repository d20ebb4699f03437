import { Module } from '@nestjs/common';
import { InvitesModule } from '../invites/invites.module';
import { Erasure } from './erasure';

/** What follows when an account is deleted. */
@Module({ imports: [InvitesModule], providers: [Erasure] })
export class ErasureModule {}

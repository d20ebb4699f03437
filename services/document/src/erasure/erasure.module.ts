import { Module } from '@nestjs/common';
import { Erasure } from './erasure';

/** What follows when a campaign or an account is deleted in another service. */
@Module({ providers: [Erasure] })
export class ErasureModule {}

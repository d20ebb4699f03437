import { Module } from '@nestjs/common';
import { Deletions } from './erasure';

/** What follows when a campaign or an account is deleted in another service. */
@Module({ providers: [Deletions] })
export class ErasureModule {}

import { Module } from '@nestjs/common';
import { Erasure } from './erasure';

/** Deletes data after another service has deleted a campaign or an account. */
@Module({ providers: [Erasure] })
export class ErasureModule {}

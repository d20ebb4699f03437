import { Module } from '@nestjs/common';
import { Erasure } from './erasure';

/** What follows when an account is deleted. */
@Module({ providers: [Erasure] })
export class ErasureModule {}

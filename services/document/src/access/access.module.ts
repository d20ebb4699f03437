import { Module } from '@nestjs/common';
import { MembershipsModule } from '../memberships/memberships.module';
import { DocumentAccess } from './document-access';

/** Permissions of callers for documents. */
@Module({ imports: [MembershipsModule], providers: [DocumentAccess], exports: [DocumentAccess] })
export class AccessModule {}

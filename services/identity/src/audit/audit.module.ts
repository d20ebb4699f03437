import { Module } from '@nestjs/common';
import { SecurityEvents } from './security-events';

/** What happened to an account, for its owner. */
@Module({
  providers: [SecurityEvents],
  exports: [SecurityEvents],
})
export class AuditModule {}

import { Module } from '@nestjs/common';
import { SecurityEvents } from './security-events';

@Module({
  providers: [SecurityEvents],
  exports: [SecurityEvents],
})
export class AuditModule {}

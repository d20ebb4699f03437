import { Module } from '@nestjs/common';
import { LimitsModule } from '../limits/limits.module';
import { RegistryModule } from '../registry/registry.module';
import { ReportMetrics } from './report-metrics';
import { ReportRoutes } from './report-routes';

@Module({
  imports: [LimitsModule, RegistryModule],
  providers: [ReportMetrics, ReportRoutes],
})
export class ReportsModule {}

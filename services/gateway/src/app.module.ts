import { Module, type DynamicModule } from '@nestjs/common';
import { BrowserModule } from './browser/browser.module';
import { type GatewayConfig, ConfigModule } from './config';
import { HealthModule } from './health/health.module';
import { LimitsModule } from './limits/limits.module';
import { OpenApiModule } from './openapi/openapi.module';
import { OperationsModule } from './operations/operations.module';
import { PagesModule } from './pages/pages.module';
import { PrerenderModule } from './prerender/prerender.module';
import { ProxyModule } from './proxy/proxy.module';
import { RegistryModule } from './registry/registry.module';
import { ReportsModule } from './reports/reports.module';
import { SheddingModule } from './shedding/shedding.module';
import { ShellModule } from './shell/shell.module';
import { UpstreamsModule } from './upstreams/upstreams.module';

@Module({})
export class AppModule {
  static forRoot(config: GatewayConfig): DynamicModule {
    return {
      module: AppModule,
      imports: [
        ConfigModule.forRoot(config),
        BrowserModule,
        HealthModule,
        LimitsModule,
        OpenApiModule,
        OperationsModule,
        PagesModule,
        PrerenderModule,
        ProxyModule,
        RegistryModule,
        ReportsModule,
        SheddingModule,
        ShellModule,
        UpstreamsModule,
      ],
    };
  }
}

import { Module, type DynamicModule } from '@nestjs/common';
import { PublicConfigController } from './browser/public-config.controller';
import type { GatewayConfig } from './config';
import { GATEWAY_CONFIG } from './gateway-config';
import { AllReadiness } from './health/all-readiness';
import { InternalListener } from './health/internal-listener';
import { PublicHealthController } from './health/public-health.controller';
import { MergedOpenApi } from './openapi/merged-openapi';
import { OpenApiController } from './openapi/openapi.controller';
import { LivePages } from './prerender/live-pages';
import { PrerenderedDocuments } from './prerender/prerendered-documents';
import { PublicFiles } from './prerender/public-files';
import { SearchEnginesController } from './prerender/search-engines.controller';
import { RemoteMirror } from './registry/mirror/remote-mirror';
import { RegistryController } from './registry/registry.controller';
import { RemoteRegistry } from './registry/remote-registry';
import { ReportMetrics } from './reports/report-metrics';
import { Load } from './shedding/load';
import { KeptShells } from './shell/kept-shells';
import { ShellDocument } from './shell/shell-document';
import { Upstreams } from './upstreams/upstreams';

/** What the gateway answers by itself. What it passes on is in `proxy/`. */
@Module({})
export class AppModule {
  static forRoot(config: GatewayConfig): DynamicModule {
    return {
      module: AppModule,
      controllers: [
        PublicConfigController,
        RegistryController,
        OpenApiController,
        SearchEnginesController,
        PublicHealthController,
      ],
      providers: [
        { provide: GATEWAY_CONFIG, useValue: config },
        RemoteMirror,
        RemoteRegistry,
        ReportMetrics,
        ShellDocument,
        KeptShells,
        LivePages,
        PublicFiles,
        PrerenderedDocuments,
        MergedOpenApi,
        Upstreams,
        Load,
        AllReadiness,
        InternalListener,
      ],
    };
  }
}

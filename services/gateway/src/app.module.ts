import { Module, type DynamicModule } from '@nestjs/common';
import { PublicConfigController } from './browser/public-config.controller';
import { InternalListener } from './health/internal-listener';
import { ProductReadiness } from './health/product-readiness';
import { PublicHealthController } from './health/public-health.controller';
import { Limits } from './limits/limits';
import { MergedOpenApi } from './openapi/merged-openapi';
import { OpenApiController } from './openapi/openapi.controller';
import { RemotesStateRoutes } from './operations/remotes-state-routes';
import { PageRoutes } from './pages/page-routes';
import { PreloadingDocuments } from './preloads/preloading-documents';
import { LivePages } from './prerender/live-pages';
import { PrerenderedDocuments } from './prerender/prerendered-documents';
import { SearchEnginesController } from './prerender/search-engines.controller';
import { OpenStreams } from './proxy/open-streams';
import { ProxyRoutes } from './proxy/proxy-routes';
import { StreamRoutes } from './proxy/stream-routes';
import { RemoteMirror } from './registry/mirror/remote-mirror';
import { RegistryController } from './registry/registry.controller';
import { RemoteFileRoutes } from './registry/remote-file-routes';
import { RemoteRegistry } from './registry/remote-registry';
import { ReportMetrics } from './reports/report-metrics';
import { ReportRoutes } from './reports/report-routes';
import { Load } from './shedding/load';
import { EarlierShells } from './shell/earlier-shells';
import { ShellDocument } from './shell/shell-document';
import { Upstreams } from './upstreams/upstreams';
import { GATEWAY_CONFIG, type GatewayConfig } from './config';

@Module({})
export class AppModule {
  static forRoot(config: GatewayConfig): DynamicModule {
    return {
      module: AppModule,
      controllers: [
        PublicConfigController,
        RegistryController,
        SearchEnginesController,
        OpenApiController,
        PublicHealthController,
      ],
      providers: [
        { provide: GATEWAY_CONFIG, useValue: config },
        Upstreams,
        Limits,
        Load,
        OpenStreams,
        ProxyRoutes,
        StreamRoutes,
        RemoteMirror,
        RemoteRegistry,
        RemoteFileRoutes,
        EarlierShells,
        ShellDocument,
        LivePages,
        PrerenderedDocuments,
        PreloadingDocuments,
        PageRoutes,
        ReportMetrics,
        ReportRoutes,
        RemotesStateRoutes,
        MergedOpenApi,
        InternalListener,
        ProductReadiness,
      ],
    };
  }
}

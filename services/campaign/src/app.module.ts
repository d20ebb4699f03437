import { Module, type DynamicModule } from '@nestjs/common';
import { personDeleted } from '@tomekeeper/contracts-identity';
import { serviceModules } from '@tomekeeper/operations';
import type { Log } from '@tomekeeper/service-kit';
import { CampaignsModule } from './campaigns/campaigns.module';
import type { Config } from './config';
import { entities, migrations } from './db/schema';
import { erasePerson } from './erasure/erasure';
import { ErasureModule } from './erasure/erasure.module';

@Module({})
export class AppModule {
  static forRoot(config: Config, log: Log): DynamicModule {
    return {
      module: AppModule,
      imports: [
        ...serviceModules({
          service: 'campaign',
          config,
          log,
          jobs: [erasePerson],
          entities,
          migrations,
          events: [personDeleted],
        }),
        CampaignsModule,
        ErasureModule,
      ],
    };
  }
}

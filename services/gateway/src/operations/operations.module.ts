import { Module } from '@nestjs/common';
import { LimitsModule } from '../limits/limits.module';
import { RegistryModule } from '../registry/registry.module';
import { RemotesStateRoutes } from './remotes-state-routes';

/** State of the remotes for operators. */
@Module({
  imports: [LimitsModule, RegistryModule],
  providers: [RemotesStateRoutes],
})
export class OperationsModule {}

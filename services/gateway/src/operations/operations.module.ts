import { Module } from '@nestjs/common';
import { LimitsModule } from '../limits/limits.module';
import { RegistryModule } from '../registry/registry.module';
import { RemotesStateRoutes } from './remotes-state-routes';

@Module({
  imports: [LimitsModule, RegistryModule],
  providers: [RemotesStateRoutes],
})
export class OperationsModule {}

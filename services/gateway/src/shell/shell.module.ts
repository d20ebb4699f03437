import { Module } from '@nestjs/common';
import { RegistryModule } from '../registry/registry.module';
import { EarlierShells } from './earlier-shells';
import { ShellDocument } from './shell-document';

@Module({
  imports: [RegistryModule],
  providers: [EarlierShells, ShellDocument],
  exports: [EarlierShells, ShellDocument],
})
export class ShellModule {}

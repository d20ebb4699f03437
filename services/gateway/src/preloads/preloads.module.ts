import { Module } from '@nestjs/common';
import { RegistryModule } from '../registry/registry.module';
import { ShellModule } from '../shell/shell.module';
import { PreloadingDocuments } from './preloading-documents';

@Module({
  imports: [RegistryModule, ShellModule],
  providers: [PreloadingDocuments],
  exports: [PreloadingDocuments],
})
export class PreloadsModule {}

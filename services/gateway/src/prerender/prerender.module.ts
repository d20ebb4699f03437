import { Module } from '@nestjs/common';
import { RegistryModule } from '../registry/registry.module';
import { ShellModule } from '../shell/shell.module';
import { LivePages } from './live-pages';
import { PrerenderedDocuments } from './prerendered-documents';
import { SearchEnginesController } from './search-engines.controller';

/** Prerendered pages, sitemap and robots.txt (ADR 0009). */
@Module({
  imports: [RegistryModule, ShellModule],
  controllers: [SearchEnginesController],
  providers: [LivePages, PrerenderedDocuments],
  exports: [PrerenderedDocuments],
})
export class PrerenderModule {}

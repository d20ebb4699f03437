import { Module } from '@nestjs/common';
import { PreloadsModule } from '../preloads/preloads.module';
import { PrerenderModule } from '../prerender/prerender.module';
import { ShellModule } from '../shell/shell.module';
import { PageRoutes } from './page-routes';

@Module({
  imports: [PreloadsModule, PrerenderModule, ShellModule],
  providers: [PageRoutes],
})
export class PagesModule {}

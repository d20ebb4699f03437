import { Module } from '@nestjs/common';
import { PrerenderModule } from '../prerender/prerender.module';
import { ShellModule } from '../shell/shell.module';
import { PageRoutes } from './page-routes';

@Module({
  imports: [PrerenderModule, ShellModule],
  providers: [PageRoutes],
})
export class PagesModule {}

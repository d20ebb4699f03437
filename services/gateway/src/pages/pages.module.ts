import { Module } from '@nestjs/common';
import { PrerenderModule } from '../prerender/prerender.module';
import { ShellModule } from '../shell/shell.module';
import { PageRoutes } from './page-routes';

/** What browsers get for the address of a page. */
@Module({
  imports: [PrerenderModule, ShellModule],
  providers: [PageRoutes],
})
export class PagesModule {}

import { Module, type DynamicModule } from '@nestjs/common';
import { ConfigModule, LOG, type Log } from '@tomekeeper/service-kit';
import type { Config } from './config';
import { EmbeddingsModule } from './embeddings/embeddings.module';

/** Serves the embedding model. Stateless, without a database. */
@Module({})
export class AppModule {
  static forRoot(config: Config, log: Log): DynamicModule {
    return {
      module: AppModule,
      imports: [ConfigModule.forRoot(config, [{ provide: LOG, useValue: log }]), EmbeddingsModule],
    };
  }
}

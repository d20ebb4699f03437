import { Module, type DynamicModule, type ValueProvider } from '@nestjs/common';

/** The settings that a process was started with, for the modules that make something of them. */
export const CONFIG = Symbol('config');
/** The log of the process, for those who have something to tell beside their answers. */
export const LOG = Symbol('log');

/** What a process was started with. Global, as settings are the same for every module of it. */
@Module({})
export class ConfigModule {
  /** @param values further injectable values, such as an installation's own parts */
  static forRoot(config: object, values: readonly ValueProvider[] = []): DynamicModule {
    const providers = [{ provide: CONFIG, useValue: config }, ...values];
    return {
      module: ConfigModule,
      global: true,
      providers,
      exports: providers.map(({ provide }) => provide),
    };
  }
}

export { HandlesEvent } from './event-consumer';
export type { DatabaseOptions, EntityClass, MigrationClass } from './data-source';
export * from './migrate';
export * from './unit-of-work';
export * from './persistence.module';
export * from './transaction';

export { HandlesEvent } from './event-consumer';
export type { DatabaseOptions, EntityClass, MigrationClass } from './data-source';
export * from './migrate';
export * from './outbox-relay';
export * from './persistence.module';
export * from './transaction';
export * from './unit-of-work';

export * from './query-scope';
export * from './use-serial-mutation';
export * from './use-refetch-on-hints';
export { coalesceRefetches } from './coalesce-refetches';

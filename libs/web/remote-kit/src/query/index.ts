export * from './query-scope';
export * from './use-one-at-a-time';
export * from './use-refetch-on-hints';

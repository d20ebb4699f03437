export * from './query-scope';

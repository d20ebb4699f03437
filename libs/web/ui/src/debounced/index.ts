export * from './use-debounced';

export * from './documents';
export * from './covers';

export * from './documents';
export * from './covers';
export * from './versions';

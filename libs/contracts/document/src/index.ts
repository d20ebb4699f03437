export * from './documents';
export * from './covers';
export * from './passages';
export * from './versions';

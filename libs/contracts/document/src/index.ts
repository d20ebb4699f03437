export * from './documents';
export * from './covers';
export * from './passages';
export * from './text-state';
export * from './versions';

export * from './documents';
export * from './changes';
export * from './covers';
export * from './passages';
export * from './text-state';
export * from './versions';

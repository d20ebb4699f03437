export * from './audiences';
export * from './documents';
export * from './changes';
export * from './covers';
export * from './notes';
export * from './passages';
export * from './text-state';
export * from './versions';

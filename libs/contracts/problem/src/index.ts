export * from './events';
export * from './primitives';
export * from './problem';

export * from './ask';
export * from './drafts';
export * from './errors';
export * from './search';
export * from './state';

export * from './ask';
export * from './drafts';
export * from './errors';
export * from './find';
export * from './state';

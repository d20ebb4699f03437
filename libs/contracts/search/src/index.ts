export * from './ask';
export * from './errors';
export * from './find';
export * from './state';
export * from './suggest';

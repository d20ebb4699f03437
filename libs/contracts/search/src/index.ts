export * from './ask';
export * from './find';
export * from './suggest';

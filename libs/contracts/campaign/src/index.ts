export * from './campaigns';
export * from './events';

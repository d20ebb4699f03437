export * from './remotes';
export * from './services';

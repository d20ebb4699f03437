export * from './campaigns';
export * from './events';
export * from './invites';

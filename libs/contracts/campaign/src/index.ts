export * from './campaigns';
export * from './events';
export * from './invites';
export * from './read-memberships';

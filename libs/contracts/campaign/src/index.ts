export * from './attendance';
export * from './boards';
export * from './campaigns';
export * from './events';
export * from './game-sessions';
export * from './invites';
export * from './read-memberships';
export * from './read-sessions';

export * from './events';
export * from './hints';
export * from './presence';

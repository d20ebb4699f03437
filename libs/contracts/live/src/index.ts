export * from './events';
export * from './hints';

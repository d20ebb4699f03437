export * from './remote';
export * from './remote-config';
export * from './routing';
export * from './session';
export * from './shell-api';
export * from './shell-context';
export * from './use-kept';
export * from './widgets';

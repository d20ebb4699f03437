export * from './fake-routing';
export * from './fake-server';
export * from './fake-session';
export * from './fake-shell';
export * from './fill-in';
export * from './fake-storage';
export * from './conformance';

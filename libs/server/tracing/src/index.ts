export * from './spans';
export * from './start-tracing';
export * from './traceparent';

export * from './internal-client';
export * from './service-token';

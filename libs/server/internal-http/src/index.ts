export * from './internal-client';
export * from './service-token';
export { askTwice, Replicas } from './replicas';

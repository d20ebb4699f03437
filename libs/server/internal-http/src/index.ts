export * from './internal-client';
export { askInTurn, Replicas } from './replicas';
export * from './service-token';

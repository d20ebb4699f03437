export * from './internal-client';
export * from './service-token';
export { askInTurn, Replicas } from './replicas';

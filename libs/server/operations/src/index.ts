export * from './operations.module';
export { serviceModules } from './service-modules';

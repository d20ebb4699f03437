export * from './operations.module';
export { ServiceFigures } from './service-figures';
export { serviceModules } from './service-modules';

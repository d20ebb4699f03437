export * from './correlation';

export * from './seen-as';

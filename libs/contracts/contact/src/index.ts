export * from './messages';
export * from './robot-check';

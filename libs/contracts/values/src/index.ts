export * from './values';
export * from './folded-text';

export * from './contract-range';
export * from './patterns';
export * from './prerendered';
export * from './public-config';
export * from './registry';
export * from './version';

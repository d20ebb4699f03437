export * from './campaign-page';
export * from './use-campaign';
export * from './view-as';

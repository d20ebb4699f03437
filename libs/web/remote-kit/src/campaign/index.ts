export * from './campaign-page';
export * from './session-name';
export * from './use-campaign';
export * from './view-as';

export * from './api-client';
export * from './api-error';
export * from './failure';
export * from './kept-answers';

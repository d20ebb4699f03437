export * from './confirm-dialog';
export { Dialog, type DialogProps } from './dialog';

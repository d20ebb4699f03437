export { ACTION_KEY } from './action-key';
export { ToastViewport, type ToastMessage, type ToastViewportProps } from './toast-viewport';

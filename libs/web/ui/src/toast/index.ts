export { ToastViewport, type ToastMessage, type ToastViewportProps } from './toast-viewport';

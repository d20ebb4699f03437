export { OverflowToolbar, type Tool } from './overflow-toolbar';

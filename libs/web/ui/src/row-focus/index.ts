export { moveRowFocus } from './move-row-focus';

export { LongText } from './long-text';

export { MoreMenu } from './more-menu';

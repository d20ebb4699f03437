export { WayBack } from './way-back';

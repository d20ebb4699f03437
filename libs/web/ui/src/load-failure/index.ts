export { LoadFailure, ReloadNeeded, type LoadFailureProps } from './load-failure';

export { AllowedHosts, type HostSources } from './allowed-hosts';
export {
  CHECK_EVERY_MS,
  HEADERS_WITHIN_MS,
  REQUEST_WITHIN_MS,
  ConnectionGuard,
  type CutReason,
  type ConnectionBounds,
  type GuardOptions,
} from './connection-guard';
export { networkOf } from './network';
export { namesOneHost } from './one-host';

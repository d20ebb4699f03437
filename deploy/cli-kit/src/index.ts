export { FAILED, NOT_UNDERSTOOD } from './exit-codes';
export { canListen, freePort } from './free-port';
export { readJson, writeJson } from './json-file';
export { takeLock } from './lock-file';
export {
  atMost,
  endProcess,
  findProcess,
  processesWorkingIn,
  signal,
  sleep,
  waitUntil,
} from './processes';
export { progress, readyBlock } from './progress';
export { RotatingLog } from './rotating-log';
export { errorCode, errorMessage, StartupProblem } from './startup-problem';
export { onStop } from './stop-signals';

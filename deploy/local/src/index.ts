export { launch, type LaunchOptions } from './launch';
export { StartupProblem } from './startup-problem';

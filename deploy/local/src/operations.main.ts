import { operate } from './operations';
import { StartupProblem } from './startup-problem';

operate(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof StartupProblem ? error.message : error);
  process.exit(1);
});

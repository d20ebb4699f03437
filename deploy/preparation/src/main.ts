import { StartupProblem } from '@tomekeeper/cli-kit';
import { operate } from './operations';

operate(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof StartupProblem ? error.message : error);
  process.exit(1);
});

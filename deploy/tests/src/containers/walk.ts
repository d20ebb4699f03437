import { execFile } from 'node:child_process';
import path from 'node:path';

/** Runs one browser test file of a checkout against a running product. */
export function walk(checkout: string, journey: string, environment: NodeJS.ProcessEnv) {
  const cwd = path.join(checkout, 'apps/web-e2e');
  const jestBin = path.join(checkout, 'node_modules/jest/bin/jest.js');
  const { NODE_ENV: _jest, NODE_OPTIONS: _options, TEST_KIND: _kind, ...rest } = process.env;
  const env = { ...rest, ...environment };
  return new Promise<{ passed: number; failed: number; output: string }>((resolve) => {
    const options = { cwd, env, maxBuffer: 64 * 1024 * 1024 };
    execFile(
      process.execPath,
      [jestBin, '--json', `src/${journey}`],
      options,
      (error, stdout, stderr) => {
        const output = `${stderr}\n${error?.message ?? ''}`;
        const sum = /^\{.*\}$/m.exec(stdout)?.[0] ?? '{}';
        const {
          numPassedTests = 0,
          numFailedTests = 0,
          numFailedTestSuites = 1,
        } = JSON.parse(sum) as {
          numPassedTests?: number;
          numFailedTests?: number;
          numFailedTestSuites?: number;
        };
        resolve({
          passed: numPassedTests,
          failed: Math.max(numFailedTests, numFailedTestSuites),
          output,
        });
      },
    );
  });
}

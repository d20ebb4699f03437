const { fork } = require('node:child_process');
const path = require('node:path');

/**
 * Starts PostgreSQL, object store and mail inbox on free ports in a separate process.
 * @returns {Promise<{ env: Record<string, string>, stop(): Promise<void> }>} environment variables of the
 *   tests, and a function that stops the services
 */
exports.startBackingProcess = () =>
  new Promise((resolve, reject) => {
    const child = fork(path.join(__dirname, 'backing-process.cjs'), {
      // Ctrl-C at the console must not reach it before the tests have let go of it.
      detached: true,
      execArgv: ['--conditions=@tomekeeper/source'],
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    const gone = new Promise((done) => child.once('exit', done));
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`the backing services ended with ${code}`)));
    child.once('message', (message) => {
      if (message.error) return reject(new Error(message.error));
      resolve({
        env: message.env,
        async stop() {
          if (child.connected) child.disconnect();
          await gone;
        },
      });
    });
  });

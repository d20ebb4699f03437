// Runs the library outside of jest's module registry, in which pdf.js does not load.
const { parentPort } = require('node:worker_threads');
const { ExtractionError, extractText } = require('@tomekeeper/text-extraction/extract');

parentPort.on('message', async ({ file, format, limits }) => {
  const events = [];
  try {
    await extractText(Buffer.from(file), format, { limits, emit: (event) => events.push(event) });
    parentPort.postMessage({ events });
  } catch (error) {
    if (!(error instanceof ExtractionError)) throw error;
    parentPort.postMessage({ events, failed: error.reason, hasSecrets: error.hasSecrets });
  }
});

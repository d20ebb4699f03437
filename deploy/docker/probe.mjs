// The health check of every image of ours: node probe.mjs <address>
// A file, because an engine may split a check's words at spaces.
const [address] = process.argv.slice(2);
const healthy = await fetch(address, { signal: AbortSignal.timeout(4000) }).then(
  ({ ok }) => ok,
  () => false,
);
process.exit(healthy ? 0 : 1);

// Dates are shown in the zone of the device, so the tests fix it.
process.env.TZ = 'UTC';

module.exports = require('@tomekeeper/tooling/jest/preset.cjs').web(__dirname, 'remote-table');

module.exports = require('@tomekeeper/tooling/jest/preset.cjs').web(__dirname, 'remote-table');

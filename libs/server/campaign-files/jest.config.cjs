module.exports = require('@tomekeeper/tooling/jest/preset.cjs').node(__dirname, 'campaign-files');

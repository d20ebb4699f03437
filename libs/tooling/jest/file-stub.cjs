// A file's address, as webpack would give it.
module.exports = { __esModule: true, default: 'file-stub' };

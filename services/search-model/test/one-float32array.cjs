// jest gives each test file globals of its own; onnxruntime, which is native, hands over arrays of Node's, and refuses others.
const vm = require('node:vm');
globalThis.Float32Array = vm.runInThisContext('Float32Array');

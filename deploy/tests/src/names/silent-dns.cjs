// A name server that takes every question and answers none; says so on standard output. Ends with its parent.
const socket = require('node:dgram').createSocket('udp4');
socket.on('message', () => process.stdout.write('{"msg":"asked"}\n'));
socket.bind(53, '127.0.0.1');
const parent = process.ppid;
setInterval(() => {
  if (process.ppid !== parent) process.exit();
}, 100);

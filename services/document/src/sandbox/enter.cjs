// Preload script of every child, before it reads an untrusted file. Plain JavaScript, so that sources and build use the
// same file.
'use strict';

// If the kernel cannot isolate the network, at least the network modules are disabled.
const refuse = () => {
  throw new Error('There is no network here.');
};
const net = require('node:net');
const dgram = require('node:dgram');
const dns = require('node:dns');
net.Socket.prototype.connect = refuse;
net.Server.prototype.listen = refuse;
dgram.Socket.prototype.send = refuse;
dgram.Socket.prototype.bind = refuse;
dns.lookup = refuse;
dns.promises.lookup = refuse;
globalThis.fetch = refuse;

// The parent has the other end: the child exits when it closes. A busy child notices late; with `setpriv`, the kernel
// ends it at once.
new net.Socket({ fd: 3 }).on('close', () => process.exit(1)).resume();

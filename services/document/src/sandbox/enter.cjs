// What each child does before it reads a file of strangers. Plain JavaScript, so that the same file runs from the sources
// and from the build.
'use strict';

// Where the kernel gives no network of its own to this process, at least nothing here knows the way to one.
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

// Whoever started this holds the other end: with them it ends too. One that is busy hears of it late; where there is `setpriv`,
// the kernel ends it at once.
new net.Socket({ fd: 3 }).on('close', () => process.exit(1)).resume();

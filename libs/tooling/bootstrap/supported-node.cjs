// Ends every command with an error message if this Node version does not satisfy `engines` in package.json.
// Loaded before any other module (`node -r`, and first in programs that start without npm). Written in ES5
// syntax, because outdated Node versions must be able to parse it.
'use strict';
var fs = require('fs');
var path = require('path');

var file = path.join(__dirname, '..', '..', '..', 'package.json');
/** Supported versions by program: alternatives of `^1.2.3` or `>=1.2.3`, joined by `||`. */
var ENGINES = JSON.parse(fs.readFileSync(file, 'utf8')).engines;

/** @param {string} version @returns {number[]} */
function parts(version) {
  return version.split('-')[0].split('.').map(Number);
}

/** @param {string} range @returns {{ sameLine: boolean, from: number[] }[]} */
function alternatives(range) {
  return range.split('||').map(function (text) {
    var found = /^\s*(\^|>=)(\d+\.\d+\.\d+)\s*$/.exec(text);
    if (!found) throw new Error('Of engines only ^1.2.3 and >=1.2.3 are understood, not ' + text);
    return { sameLine: found[1] === '^', from: parts(found[2]) };
  });
}

/** @param {number[]} version @param {number[]} from */
function isFrom(version, from) {
  for (var at = 0; at < 3; at += 1) if (version[at] !== from[at]) return version[at] > from[at];
  return true;
}

/**
 * Whether a version satisfies a range of `engines`; a pre-release counts as its release.
 * @param {string} range
 * @param {string} version
 * @returns {boolean}
 */
function supports(range, version) {
  var given = parts(version);
  return alternatives(range).some(function (each) {
    return isFrom(given, each.from) && (!each.sameLine || given[0] === each.from[0]);
  });
}

/** @param {string} range @returns {string} such as `24.11 or newer, or 22 from 22.13` */
function inWords(range) {
  return alternatives(range)
    .map(function (each) {
      var from = each.from[0] + '.' + each.from[1];
      return each.sameLine ? each.from[0] + ' from ' + from : from + ' or newer';
    })
    .reverse()
    .join(', or ');
}

exports.ENGINES = ENGINES;
exports.supports = supports;
exports.inWords = inWords;

if (!supports(ENGINES.node, process.versions.node)) {
  var needed = 'Tomekeeper needs Node ' + inWords(ENGINES.node);
  var found = ', and this is ' + process.versions.node;
  console.error(
    '\u2716 ' + needed + found + ': install one of those from https://nodejs.org and try again.',
  );
  process.exit(1);
}

// Extracts the text of one file in a separate process: receives the bytes of an untrusted file, writes passages as lines of JSON.
'use strict';

require('../../sandbox/enter.cjs');
require('./child-main');

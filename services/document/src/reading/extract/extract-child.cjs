// Reads the text of one file in a process of its own that is thrown away: bytes of an unknown file come in, passages go out
// as lines of JSON.
'use strict';

require('../../sandbox/enter.cjs');
require('./child/main');

// Reads an import in a separate process: the upload is untrusted.
'use strict';

require('../../../sandbox/enter.cjs');
require('./import-main');

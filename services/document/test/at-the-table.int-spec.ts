import './at-the-table/ledger-entries';
import './at-the-table/links';
import './at-the-table/spoiler-check';

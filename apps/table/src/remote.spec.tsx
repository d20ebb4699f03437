import { describeConformance } from '@tomekeeper/remote-kit/testing';
import { table } from '../remote.config';
import * as remote from './remote';

describeConformance({
  config: table,
  module: remote,
  widgets: { 'table.next-session': { campaignId: 'campaign', role: 'player' } },
});

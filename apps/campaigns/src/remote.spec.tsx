import { describeConformance } from '@tomekeeper/remote-kit/testing';
import { campaigns } from '../remote.config';
import * as remote from './remote';

describeConformance({
  config: campaigns,
  module: remote,
  widgets: { 'campaigns.invite-notice': {} },
});

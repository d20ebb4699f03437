import { describeConformance } from '@tomekeeper/remote-kit/testing';
import { search } from '../remote.config';
import * as remote from './remote';

// jsdom draws nothing, so there is nothing to scroll.
Object.assign(Element.prototype, { scrollIntoView: () => undefined });

describeConformance({
  config: search,
  module: remote,
  widgets: { 'search.palette': { onClose: () => undefined, takeTyped: () => '' } },
});

import { describeConformance } from '@tomekeeper/remote-kit/testing';
import { search } from '../remote.config';
import * as remote from './remote';

// jsdom has no layout, and no scrolling.
Object.assign(Element.prototype, { scrollIntoView: () => undefined });

describeConformance({
  config: search,
  module: remote,
  widgets: { 'search.palette': { onClose: () => undefined, takeTyped: () => '' } },
});

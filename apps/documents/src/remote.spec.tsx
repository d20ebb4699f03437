import { describeConformance } from '@tomekeeper/remote-kit/testing';
import { documents } from '../remote.config';
import * as remote from './remote';
import { FakeViewport } from './testing/fake-viewport';
import { campaignId } from './testing/show-panel';

beforeEach(() => new FakeViewport().install());

describeConformance({
  config: documents,
  module: remote,
  widgets: {
    'documents.campaign-panel': { campaignId, isOwner: true, role: 'owner' },
    'documents.overview': { campaignId, role: 'player', people: [] },
    'documents.session-timeline': {
      ...{ campaignId, people: [] },
      ...{ from: '2026-11-24T19:00:00.000Z', until: null },
    },
    'documents.board-item': {
      ...{ campaignId, people: [] },
      ...{ document: '3d0b9d4e-3d3c-4a44-9a0e-5a3c9b1f0000', onRemove: () => undefined },
    },
    'documents.publish-recap': {
      ...{ campaignId, document: 'recap' },
      proposedTitle: 'Session 12: recap',
    },
    'documents.news-kinds': { campaignId, role: 'player' },
    'documents.view-as-panel': { campaignId, viewAs: 'party' },
    'documents.upload-tray': {},
    'documents.shown-now': {},
    'documents.shortcuts': {},
  },
});

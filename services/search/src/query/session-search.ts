import type { ReadSession } from '@tomekeeper/contracts-campaign';
import type { SessionSource, TimeQuestionKind } from '@tomekeeper/contracts-search';
import type { ViewAs } from '@tomekeeper/contracts-values';
import type { Membership } from '../access/campaign-client';
import type { Viewer } from '../access/viewer-scoped-rows';
import type { RankedPassage } from './search-engine';
import type { Matches } from './snippet';

/** A text, and who asks it about which campaign. */
export interface SessionRequest {
  text: string;
  user: string;
  viewAs: ViewAs | undefined;
  /** Of the viewer. */
  membership: Membership;
  /** Undefined without any text. */
  viewer: Viewer | undefined;
  /** Skips the passages of sessions. */
  isTyping?: boolean;
}

export interface SessionPassage extends RankedPassage {
  source: SessionSource;
}

export interface FoundSession {
  session: ReadSession;
  passages: SessionPassage[];
  openItems?: string[];
}

/** Sentences of a session's passages; UTF-16 offsets. */
export interface SessionQuotation {
  found: RankedPassage;
  start: number;
  end: number;
}

export interface FoundSessions {
  kind: TimeQuestionKind;
  sessions: FoundSession[];
  quotations: SessionQuotation[];
  /** Words to highlight. */
  matches: Matches;
}

/** Injection token for the sessions that a question about time means, which this folder can work without. */
export abstract class SessionSearch {
  /** @returns undefined for all other texts, and without a response of the campaign or document service */
  abstract find(request: SessionRequest): Promise<FoundSessions | undefined>;
}

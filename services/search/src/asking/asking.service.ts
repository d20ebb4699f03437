import { Injectable } from '@nestjs/common';
import { SEARCH_LIMITS, type AskAnswer, type AskRequest } from '@tomekeeper/contracts-search';
import { Finder, type Found } from '../finding/finder';
import { SearchService } from '../finding/search.service';
import { Viewers } from '../viewers/viewers';
import { ENOUGH, evidenceOf, type Evidence } from './evidence';

/** Quotations of one answer. */
const QUOTATIONS = 3;
/** Passages that are read for an answer. */
const READ = 20;
/** A further quotation is worth saying only where it is nearly as strong as the first. */
const NEARLY = 0.8;

/** Answers questions with sentences that stand in what the asker may read, word for word, or not at all. */
@Injectable()
export class AskingService {
  constructor(
    private readonly viewers: Viewers,
    private readonly finder: Finder,
    private readonly search: SearchService,
  ) {}

  async ask(user: string, { campaign, question }: AskRequest): Promise<AskAnswer> {
    const viewer = await this.viewers.in(campaign, user, undefined);
    if (!viewer) return { answer: null, passages: [], written_by: 'extract' };
    const finding = await this.finder.find(viewer, question, { isFinished: true });
    const read = finding.found.filter(({ passage }) => passage).slice(0, READ);
    const matches = await this.finder.matches(
      finding.terms,
      read.map(({ passage }) => passage?.text ?? ''),
    );
    const quoted = chosen(evidenceOf(finding.terms, read, matches));
    const shown = quoted.length > 0 ? quoted.map(({ found }) => found) : read;
    const passages = await this.search.hits(
      viewer,
      finding,
      [...new Set<Found>(shown)].slice(0, SEARCH_LIMITS.passagesOfAnswer),
    );
    return {
      answer: quoted.length > 0 ? quoted.map(toPart) : null,
      passages,
      written_by: 'extract',
    };
  }
}

/** The strongest quotations, none of which says what another says. */
function chosen(evidence: readonly Evidence[]): Evidence[] {
  const [first] = evidence;
  if (!first || first.strength < ENOUGH) return [];
  const quoted: Evidence[] = [];
  for (const one of evidence) {
    if (quoted.length === QUOTATIONS) break;
    if (one.strength < ENOUGH || one.strength < first.strength * NEARLY) continue;
    const isSaid = quoted.some(
      ({ found, start, end }) =>
        textOf(found) === textOf(one.found) &&
        (found !== one.found || (one.start < end && one.end > start)),
    );
    if (!isSaid) quoted.push(one);
  }
  return quoted;
}

const textOf = ({ passage }: Found): string => passage?.text ?? '';

const toPart = ({ found, start, end }: Evidence) => ({
  text: textOf(found).slice(start, end),
  citations: found.passage
    ? [{ document: found.title.document, passage: found.passage.id, start, end }]
    : [],
});

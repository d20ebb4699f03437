import { IMPORT_FAILURES, IMPORT_PROBLEMS } from '@tomekeeper/contracts-document';
import {
  counted,
  countsInWords,
  failureInWords,
  markOf,
  problemInWords,
  stateInWords,
  undoReasonInWords,
} from './import-words';

const counts = { notes: 0, files: 0, unchanged: 0, changed: 0, edited: 0, unresolved: 0 };

describe('texts of an import', () => {
  it('count in words', () => {
    expect(counted(1, 'box', 'boxes')).toBe('1 box');
    expect(counted(1200, 'box', 'boxes')).toBe('1,200 boxes');
    expect(countsInWords({ ...counts, notes: 48, files: 12, problems: 3 })).toBe(
      '48 notes, 12 files, 3 problems',
    );
    expect(countsInWords({ ...counts, notes: 1, problems: 0 })).toBe('1 note');
    expect(countsInWords({ ...counts, problems: 0 })).toBe('Nothing to import');
  });

  it('name a reason and the next step of every failure and problem', () => {
    const unknownFailure = failureInWords('from a later version');
    for (const failure of IMPORT_FAILURES)
      expect(failureInWords(failure).reason).not.toBe(unknownFailure.reason);
    const unknownProblem = problemInWords({ reason: 'from a later version' });
    for (const reason of IMPORT_PROBLEMS)
      expect(problemInWords({ reason }).reason).not.toBe(unknownProblem.reason);
    expect(unknownFailure.advice).not.toBe('');
    expect(unknownProblem.advice).not.toBe('');
  });

  it('name states and marks, also of later versions', () => {
    expect(stateInWords({ state: 'review' })).toBe('Ready for review');
    expect(stateInWords({ state: 'paused' })).toBe('paused');
    expect(markOf({ since_import: 'edited' })).toBe(
      'Edited here and in the source: keep or replace',
    );
    expect(markOf({})).toBeUndefined();
    expect(undoReasonInWords('revealed')).toBe('revealed to players since the import');
    expect(undoReasonInWords('from a later version')).toBe('changed since the import');
  });
});

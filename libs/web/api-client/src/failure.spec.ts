import { ApiError } from './api-error';
import { detailOrText, textThenDetail } from './failure';

class NetworkError extends Error {
  override readonly name = 'NetworkError';
}

const refused = new ApiError(
  409,
  { status: 409, code: 'full', detail: 'The table is full.' },
  'c-1',
);
const silent = new ApiError(502, undefined);
const broken = new ApiError(
  500,
  { status: 500, code: 'internal', detail: 'Something went wrong on our side.' },
  'c-2',
);
const cut = new NetworkError('Network Error');

describe('error messages of failed calls', () => {
  it("puts the server's sentence first where the catalogue says 'detail, or …'", () => {
    expect(detailOrText(refused, 'Save failed')).toEqual({ message: 'The table is full.' });
  });

  it('falls back to the given text', () => {
    expect(detailOrText(silent, 'Save failed')).toEqual({ message: 'Save failed' });
    expect(detailOrText(new TypeError('x is not a function'), 'Save failed')).toEqual({
      message: 'Save failed',
    });
  });

  it('says after the text that the network failed', () => {
    expect(detailOrText(cut, 'Save failed')).toEqual({
      message: 'Save failed',
      reason: 'Network Error',
    });
  });

  it('leads to the log where the fault is ours, and nowhere else', () => {
    expect(detailOrText(broken, 'Save failed')).toEqual({
      message: 'Something went wrong on our side.',
      reference: 'c-2',
    });
    expect(textThenDetail(broken, 'Save failed').reference).toBe('c-2');
    expect(textThenDetail(refused, 'Save failed').reference).toBeUndefined();
    const nonsense = Object.assign(new Error('[]'), { correlationId: 'c-3' });
    expect(detailOrText(nonsense, 'Save failed')).toEqual({
      message: 'Save failed',
      reference: 'c-3',
    });
  });

  it("keeps a fixed text and lets the server's sentence follow", () => {
    expect(textThenDetail(refused, 'Could not add player')).toEqual({
      message: 'Could not add player',
      reason: 'The table is full.',
    });
  });
});

import { ApiError } from './api-error';
import { detailOrText, textThenDetail } from './failure';

class NetworkError extends Error {
  override readonly name = 'NetworkError';
}

const refused = new ApiError(409, { status: 409, code: 'full', detail: 'The table is full.' });
const silent = new ApiError(502, undefined);
const cut = new NetworkError('Network Error');

describe('what a screen says about a failed call', () => {
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

  it("keeps a fixed text and lets the server's sentence follow", () => {
    expect(textThenDetail(refused, 'Could not add player')).toEqual({
      message: 'Could not add player',
      reason: 'The table is full.',
    });
  });
});

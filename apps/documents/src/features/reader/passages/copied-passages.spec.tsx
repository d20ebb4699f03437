import { fireEvent, render, screen } from '@testing-library/react';
import { copyWithSources } from './copied-passages';

const ID = '10000000-0000-4000-8000-00000000000';

function copied(select: (range: Range) => void): Record<string, string> {
  render(
    <div data-testid="text" onCopy={copyWithSources}>
      <div data-passage={`${ID}1`}>
        <span data-beside="">GM only</span>
        <button type="button">More</button>
        <p>The keeper is a spy.</p>
      </div>
      <div data-passage={`${ID}2`}>
        <p>
          He <b>knows</b> Irina.
        </p>
      </div>
    </div>,
  );
  const range = document.createRange();
  select(range);
  window.getSelection()?.removeAllRanges();
  window.getSelection()?.addRange(range);
  const data: Record<string, string> = {};
  const clipboardData = { setData: (type: string, text: string) => (data[type] = text) };
  fireEvent.copy(screen.getByText('The keeper is a spy.'), { clipboardData });
  return data;
}
const words = () => screen.getByText('The keeper is a spy.').firstChild!;

describe('text copied from the reader', () => {
  it('says of which passages it is, however little of one it is', () => {
    const data = copied((range) => {
      range.setStart(words(), 4);
      range.setEnd(words(), 10);
    });
    expect(data['text/html']).toBe(`<div data-passage="${ID}1">keeper</div>`);
    expect(data['text/plain']).toBe('keeper');
  });

  it('keeps the dress of words and leaves controls and audiences out', () => {
    const data = copied((range) => {
      range.setStart(screen.getByTestId('text'), 0);
      range.setEnd(screen.getByTestId('text'), 2);
    });
    expect(data['text/html']).toBe(
      `<div data-passage="${ID}1"><p>The keeper is a spy.</p></div>` +
        `<div data-passage="${ID}2"><p>He <b>knows</b> Irina.</p></div>`,
    );
    expect(data['text/plain']).toBe('The keeper is a spy.\n\nHe knows Irina.');
  });

  it('is left to the browser where nothing is selected', () => {
    expect(copied((range) => range.setStart(words(), 4))).toEqual({});
  });
});

import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { OverflowToolbar, type Tool } from '.';

/** Width of every button and of the row, in pixels, which jsdom does not lay out. */
const BUTTON = 100;
let rowWidth = 0;
let resize: (() => void)[] = [];

beforeEach(() => {
  resize = [];
  Object.assign(globalThis, {
    ResizeObserver: class {
      constructor(changed: () => void) {
        resize.push(changed);
      }
      observe() {}
      disconnect() {}
    },
  });
  jest.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(BUTTON);
  jest.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockImplementation(() => rowWidth);
});
afterEach(() => jest.restoreAllMocks());

const tools = (run: (key: string) => void = () => undefined): Tool[] =>
  ['Outline', 'Find', 'Select'].map((label) => ({
    key: label,
    label,
    icon: null,
    run: () => run(label),
    ...(label === 'Select' && { isPressed: true }),
  }));

const shown = () =>
  screen
    .getAllByRole('button')
    .filter((button) => !button.className.includes('hidden'))
    .map((button) => button.getAttribute('aria-label') ?? button.textContent);

it.each([
  [300, ['Outline', 'Find', 'Select']],
  [299, ['Outline', 'Find', 'More tools']],
  [247, ['Outline', 'More tools']],
  [100, ['More tools']],
])('in %i pixels shows %j', (width, expected) => {
  rowWidth = width;
  render(<OverflowToolbar tools={tools()} />);
  expect(shown()).toEqual(expected);
});

it('runs the tools of the menu, and tells which are on', async () => {
  rowWidth = 150;
  const run = jest.fn();
  render(<OverflowToolbar tools={tools(run)} />);
  screen.getByRole('button', { name: 'More tools' }).focus();
  await userEvent.keyboard('{Enter}');
  screen.getByRole('menuitemcheckbox', { name: 'Select', checked: true });
  await userEvent.keyboard('{Enter}');
  expect(run).toHaveBeenCalledWith('Find');
});

it('shows all of them again when the row grows', () => {
  rowWidth = 150;
  render(<OverflowToolbar tools={tools()} />);
  rowWidth = 400;
  act(() => resize.forEach((changed) => changed()));
  expect(shown()).toEqual(['Outline', 'Find', 'Select']);
});

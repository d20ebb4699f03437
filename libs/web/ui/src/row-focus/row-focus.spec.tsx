import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { moveRowFocus } from '.';

function List({ isGrid = false }: { isGrid?: boolean }) {
  return (
    <ul onKeyDown={(event) => moveRowFocus(event, isGrid)}>
      {['Map', 'Letter', 'Song'].map((name) => (
        <li key={name} data-row="">
          <input type="checkbox" tabIndex={-1} aria-label={`Select ${name}`} />
          <span data-name="">
            <a href={`#${name}`}>{name}</a>
          </span>
          <button type="button">Reveal {name}</button>
          <button type="button" tabIndex={-1}>
            Rename {name}
          </button>
          <div role="menu">
            <button type="button" role="menuitem" tabIndex={-1}>
              Pin {name}
            </button>
          </div>
        </li>
      ))}
    </ul>
  );
}

const focused = () =>
  document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent;

async function press(keys: string): Promise<string | null | undefined> {
  await userEvent.keyboard(keys);
  return focused();
}

it('moves up, down, to the first and to the last row, and stays at both ends', async () => {
  render(<List />);
  await userEvent.tab();
  expect(await press('{ArrowUp}')).toBe('Map');
  expect(await press('{ArrowDown}')).toBe('Letter');
  expect(await press('{End}')).toBe('Song');
  expect(await press('{ArrowDown}')).toBe('Song');
  expect(await press('{Home}')).toBe('Map');
});

it('reaches every control of a row by arrow keys, and no item of a menu', async () => {
  render(<List />);
  await userEvent.tab();
  expect(await press('{ArrowLeft}')).toBe('Select Map');
  expect(await press('{ArrowRight}{ArrowRight}{ArrowRight}')).toBe('Rename Map');
  expect(await press('{ArrowRight}')).toBe('Rename Map');
  expect(await press('{ArrowDown}')).toBe('Rename Letter');
});

it('has two stops per row in the tab order', async () => {
  render(<List />);
  const stops = [];
  for (let tabs = 0; tabs < 4; tabs += 1) {
    await userEvent.tab();
    stops.push(focused());
  }
  expect(stops).toEqual(['Map', 'Reveal Map', 'Letter', 'Reveal Letter']);
});

it('moves between cards of a grid, and within a card from its buttons', async () => {
  render(<List isGrid />);
  await userEvent.tab();
  expect(await press('{ArrowRight}')).toBe('Letter');
  screen.getByRole('button', { name: 'Reveal Letter' }).focus();
  expect(await press('{ArrowRight}')).toBe('Rename Letter');
});

it('moves to the nearest card of the next line, across sections', async () => {
  // The first section has one card in its line, the next one two.
  const places: Record<string, [left: number, top: number]> = {
    Map: [0, 0],
    Letter: [0, 200],
    Song: [100, 200],
  };
  jest.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (
    this: Element,
  ) {
    const [left, top] = places[this.querySelector('a')?.textContent ?? ''] ?? [0, 0];
    return new DOMRect(left, top, 90, 90);
  });
  render(<List isGrid />);
  await userEvent.tab();
  expect(await press('{ArrowDown}')).toBe('Letter');
  expect(await press('{ArrowRight}')).toBe('Song');
  expect(await press('{ArrowDown}')).toBe('Song');
  expect(await press('{ArrowUp}')).toBe('Map');
  jest.restoreAllMocks();
});

it('leaves keys with a modifier to the browser', async () => {
  render(<List />);
  await userEvent.tab();
  expect(await press('{Control>}{ArrowDown}{/Control}')).toBe('Map');
});

import userEvent from '@testing-library/user-event';
import { onOutsidePress } from '.';

const pressed = jest.fn();
const closed = jest.fn();
let below: HTMLButtonElement, menu: HTMLElement;
let stop: () => void;

beforeEach(() => {
  jest.resetAllMocks();
  document.body.innerHTML = '<button>Below</button><div><button>Item</button></div>';
  below = document.querySelector('button')!;
  menu = document.querySelector('div')!;
  below.addEventListener('click', pressed);
  below.addEventListener('pointerdown', pressed);
  menu.addEventListener('click', pressed);
  stop = onOutsidePress((target) => menu.contains(target), closed);
});
afterEach(() => stop());

it.each(['[MouseLeft]', '[TouchA]'])('only closes on a press outside: %s', async (keys) => {
  const user = userEvent.setup();
  await user.pointer({ keys, target: below });
  expect(closed).toHaveBeenCalledTimes(1);
  expect(pressed).not.toHaveBeenCalled();
  expect(document.activeElement).toBe(document.body);
  stop();
  await user.pointer({ keys, target: below });
  expect(pressed).toHaveBeenCalledTimes(2);
});

it('leaves presses inside, and clicks of the keyboard, unchanged', async () => {
  const user = userEvent.setup();
  await user.click(menu.querySelector('button')!);
  expect([closed.mock.calls.length, pressed.mock.calls.length]).toEqual([0, 1]);
  await user.pointer({ keys: '[MouseLeft>]', target: below });
  below.click();
  expect([closed.mock.calls.length, pressed.mock.calls.length]).toEqual([1, 2]);
});

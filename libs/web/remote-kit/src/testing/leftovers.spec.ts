import { answer } from './fake-server';
import { Leftovers } from './leftovers';

const listen = () => undefined;

it('finds leftovers, and ignores removed ones', () => {
  const leftovers = new Leftovers();
  window.addEventListener('resize', listen);
  window.addEventListener('scroll', listen, { capture: true });
  window.removeEventListener('scroll', listen, true);
  document.addEventListener('keydown', listen, true);
  document.addEventListener('click', listen, { once: true });
  const kept = window.setInterval(listen, 1e6);
  window.clearInterval(window.setInterval(listen, 1e6));
  document.body.append(document.createElement('aside'));
  Object.assign(globalThis, { leaked: true });
  expect(leftovers.end()).toEqual([
    'listener for resize on the window',
    'listener for keydown on the document',
    'interval',
    'global leaked',
    '<aside> in the body',
  ]);
  window.removeEventListener('resize', listen);
  document.removeEventListener('keydown', listen, true);
  window.clearInterval(kept);
  document.body.replaceChildren();
  Reflect.deleteProperty(globalThis, 'leaked');
});

it('restores the window', () => {
  const { addEventListener } = window;
  new Leftovers().end();
  expect(window.addEventListener).toBe(addEventListener);
});

it('adds an unknown field to every object of a response, except maps', async () => {
  const more = { added_later: { of: ['any', 'shape'] } };
  const body = [{ id: 1, list: [{ a: null }], map: { b: 'c' } }];
  expect(await answer(body).json()).toEqual([
    { id: 1, list: [{ a: null, ...more }], map: { b: 'c' }, ...more },
  ]);
});

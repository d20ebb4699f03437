import { createToastStore } from './toast-store';

it('drops what the person before could have undone, and keeps what is said to anyone', () => {
  const store = createToastStore();
  store.toast({ message: 'Map is hidden', action: { label: 'Undo', run: jest.fn() } });
  store.toast({ message: 'Your session has ended.' });
  store.dropActions();
  expect(store.toasts().map(({ message }) => message)).toEqual(['Your session has ended.']);
});

import { createToastStore } from './toast-store';

it('removes undo actions of the previous user, and keeps general messages', () => {
  const store = createToastStore();
  store.toast({ message: 'Map is hidden', action: { label: 'Undo', run: jest.fn() } });
  store.toast({ message: 'Your session has ended.' });
  store.dropActions();
  expect(store.toasts().map(({ message }) => message)).toEqual(['Your session has ended.']);
});

import { act, render, screen } from '@testing-library/react';
import { createDockStore, Dock } from './dock';

const Widget = ({ id }: { id: string }) => <p>{id}</p>;

describe('the dock', () => {
  it('shows a widget until it is taken away, and beside others', () => {
    const store = createDockStore();
    const { container } = render(<Dock store={store} Widget={Widget} />);
    expect(container.innerHTML).toBe('');
    let undock = () => {};
    let undockTwin = () => {};
    act(() => {
      undock = store.dock('documents.upload-tray', {});
      undockTwin = store.dock('documents.upload-tray', {});
    });
    expect(screen.getAllByText('documents.upload-tray')).toHaveLength(2);
    act(() => {
      undock();
      undock();
    });
    expect(screen.getAllByText('documents.upload-tray')).toHaveLength(1);
    act(() => undockTwin());
    expect(container.innerHTML).toBe('');
  });
});

import { act, render, screen } from '@testing-library/react';
import { createDockStore, Dock } from './dock';

const Widget = ({ id }: { id: string }) => <p>{id}</p>;

let measure = () => {};
beforeEach(() => {
  Object.assign(window, {
    ResizeObserver: class {
      constructor(observed: () => void) {
        measure = observed;
      }
      observe = () => measure();
      disconnect = () => {};
    },
  });
});

describe('the dock', () => {
  it('tells how much of the lower edge it takes, for as long as it takes it', () => {
    jest.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(64);
    const taken = () => document.documentElement.style.getPropertyValue('--dock-height');
    const store = createDockStore();
    render(<Dock store={store} Widget={Widget} />);
    expect(taken()).toBe('');
    let undock = () => {};
    act(() => void (undock = store.dock('documents.upload-tray', {})));
    expect(taken()).toBe('64px');
    act(() => undock());
    expect(taken()).toBe('');
  });

  it('shows a widget until it is removed, next to others', () => {
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

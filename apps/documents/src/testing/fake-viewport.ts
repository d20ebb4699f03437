import { act } from '@testing-library/react';

/** Fake `IntersectionObserver`, which jsdom lacks. */
export class FakeViewport {
  thresholds: unknown[] = [];
  private readonly watching = new Set<(entries: { isIntersecting: boolean }[]) => void>();

  /** Scrolls the panel into or out of the viewport. */
  async scroll(isIntersecting: boolean): Promise<void> {
    await act(async () => this.watching.forEach((tell) => tell([{ isIntersecting }])));
  }

  install(): void {
    const { watching, thresholds } = this;
    class Observer {
      constructor(
        private readonly tell: (entries: { isIntersecting: boolean }[]) => void,
        options: { threshold: number },
      ) {
        thresholds.push(options.threshold);
      }
      observe() {
        watching.add(this.tell);
      }
      disconnect() {
        watching.delete(this.tell);
      }
    }
    Object.assign(globalThis, { IntersectionObserver: Observer });
  }
}

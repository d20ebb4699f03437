import { act } from '@testing-library/react';

/** A pending PUT to the object store; the test controls the response. */
export class FakePut {
  static readonly all: FakePut[] = [];
  method = '';
  url = '';
  status = 0;
  withCredentials = false;
  sent: unknown;
  readonly headers: Record<string, string> = {};
  readonly upload: { onprogress?: (event: Partial<ProgressEvent>) => void } = {};
  onload: () => void = () => {};
  onerror: () => void = () => {};
  onabort: () => void = () => {};
  isAborted = false;

  constructor() {
    FakePut.all.push(this);
  }
  open(method: string, url: string): void {
    this.method = method;
    this.url = url;
  }
  setRequestHeader(name: string, value: string): void {
    this.headers[name] = value;
  }
  send(body: unknown): void {
    this.sent = body;
  }

  abort(): void {
    this.isAborted = true;
    this.onabort();
  }

  async progress(loaded: number, total: number): Promise<void> {
    await act(async () => this.upload.onprogress?.({ lengthComputable: true, loaded, total }));
  }
  async answer(status: number): Promise<void> {
    this.status = status;
    await act(async () => this.onload());
  }
  async breakOff(): Promise<void> {
    await act(async () => this.onerror());
  }
}

/** Replaces the browser's XMLHttpRequest in all tests of a file. */
export function fakeStorage(): readonly FakePut[] {
  const real = globalThis.XMLHttpRequest;
  beforeEach(() => {
    FakePut.all.length = 0;
    Object.assign(globalThis, { XMLHttpRequest: FakePut });
  });
  afterEach(() => {
    Object.assign(globalThis, { XMLHttpRequest: real });
  });
  return FakePut.all;
}

import type { BrowserContext, Request } from 'playwright-core';

/** A browser request and its response. */
export interface RecordedCall {
  method: string;
  url: URL;
  kind: string;
  headers: Record<string, string>;
  /** Parsed when it is JSON; undefined when there is none. */
  body: unknown;
  status?: number;
  /** How many calls had gone out when its answer began. */
  answeredAfter?: number;
  /** Of calls to the product API and to the identity service. */
  answer?: unknown;
}

const isOurs = ({ pathname }: URL) => pathname === '/idp' || pathname.startsWith('/api/');

/** Writes down every request of a browser from now on, in the order in which they go out. */
export async function record(context: BrowserContext): Promise<RecordedCall[]> {
  const calls: RecordedCall[] = [];
  const open = new Map<Request, RecordedCall>();
  context.on('request', (request) => {
    const call = {
      method: request.method(),
      url: new URL(request.url()),
      kind: request.resourceType(),
      headers: request.headers(),
      body: parsed(request.postData()),
    };
    calls.push(call);
    open.set(request, call);
  });
  context.on('response', (response) => {
    const call = open.get(response.request());
    if (!call) return;
    call.status = response.status();
    call.answeredAfter = calls.length;
  });
  // Responses are intercepted: the browser does not expose bodies that the page does not read.
  await context.route(isOurs, async (route) => {
    try {
      const response = await route.fetch({ timeout: 0 });
      const call = open.get(route.request());
      if (call) call.answer = parsed(await response.text());
      await route.fulfill({ response });
    } catch {
      // The page gets the failure, unless it is closed.
      await route.abort().catch(() => undefined);
    }
  });
  return calls;
}

function parsed(text: string | null): unknown {
  if (!text) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

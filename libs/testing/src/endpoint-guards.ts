import { RequestMethod, type INestApplication } from '@nestjs/common';
import { MetadataScanner, ModulesContainer, Reflector } from '@nestjs/core';
import { accessOf, type Access } from '@tomekeeper/service-kit';

/** Metadata keys of Nest's decorators. */
const PATH = 'path';
const METHOD = 'method';

/**
 * Every endpoint of a service with who may call it, one per line: for a snapshot, in which an unguarded
 * one shows up in review. Works on a preview of the application too.
 */
export function endpointGuards(app: INestApplication): string[] {
  const reflector = new Reflector();
  const scanner = new MetadataScanner();
  const lines: string[] = [];
  // A preview has no instances, including Nest's discovery service; only its modules are known.
  const modules = [...app.get(ModulesContainer).values()];
  for (const { metatype } of modules.flatMap((module) => [...module.controllers.values()])) {
    if (typeof metatype !== 'function') continue;
    const prototype: unknown = metatype.prototype;
    if (typeof prototype !== 'object' || prototype === null) continue;
    const base = String(reflector.get<string | undefined>(PATH, metatype) ?? '');
    for (const name of scanner.getAllMethodNames(prototype)) {
      const handler: unknown = Reflect.get(prototype, name);
      if (typeof handler !== 'function') continue;
      const method = reflector.get<RequestMethod | undefined>(METHOD, handler);
      if (method === undefined) continue;
      const own = String(reflector.get<string | undefined>(PATH, handler) ?? '');
      const url = `/${base}/${own}`.replace(/\/{2,}/g, '/').replace(/(?<=.)\/$/, '');
      const access = accessOf(reflector, handler, metatype);
      lines.push(`${RequestMethod[method]} ${url} → ${inWords(access)}`);
    }
  }
  return lines.sort();
}

function inWords(access: Access): string {
  return access.kind === 'internal' ? `internal: ${access.callers.join(', ')}` : access.kind;
}

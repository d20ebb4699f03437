// pdf.js requires these classes when it loads, to render. Extraction does not render.
for (const name of ['DOMMatrix', 'ImageData', 'Path2D'])
  (globalThis as Record<string, unknown>)[name] ??= class {};

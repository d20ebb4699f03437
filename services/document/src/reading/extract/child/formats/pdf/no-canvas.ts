// pdf.js asks for these when it is loaded, to draw with. Nothing is drawn here.
for (const name of ['DOMMatrix', 'ImageData', 'Path2D'])
  (globalThis as Record<string, unknown>)[name] ??= class {};
